#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "formats/foreign/format_entry.hpp"
#include "model/json.hpp"

namespace handoff::formats {

/// The field of a foreign document that holds what its format has no place for.
inline constexpr const char* kCarryField = "git_handoff";

/// How a record and the documents of one system that allows unknown fields are made of each other.
/// The two functions need not be exact: what they lose is found by running both, and carried.
struct Mapping {
  std::string_view name;  ///< under which the record keeps what is this system's alone
  Json (*to_native)(const Json& record, const WriteContext& context);
  Json (*to_record)(const Json& native);
  /// What `to_native` would have to know to make this document of its record.
  WriteContext (*context_of)(const Json& native);
};

/// The document of a record: read back with `record_of` it is the record, key for key.
Json native_of(const Mapping& mapping, const Json& record, const WriteContext& context,
               Losses& losses);
/// The record of a document: written with `native_of` it is the document again, key for key.
Json record_of(const Mapping& mapping, const Json& native);

/// Fields (the `git` block apart) in which `back` is not what the record is: "tdd", "blockers (in
/// part)".
std::vector<std::string> lost_fields(const Json& record, const Json& back);

/// Superteam and Get Shit Done list a task in progress, with how far it is, behind those that are
/// done: the record's own are moved there.
void put_begun_with_completed(Json& record);

/// An object, or a Failure that says what `source` holds instead.
void expect_object(const Json& value, std::string_view source);
/// Tells of a version other than `major`.* : an older one is migrated, a newer one kept whole.
void warn_of_version(const Json& version, int major, std::string_view system,
                     std::vector<std::string>& warnings);

/// The lines of the table, one a format, each defined in the file of its system.
Format json_format();
Format markdown_format();
Format superteam_format();
Format superteam_markdown_format();
Format gsd_format();
Format gsd_markdown_format();
Format spellbook_format();
Format spellbook_yaml_format();
Format spellbook_flat_format();
Format aura_frog_format();
Format aura_frog_run_format();
Format aura_frog_toon_format();
Format mddesign_format();
Format toon_format();

}  // namespace handoff::formats
