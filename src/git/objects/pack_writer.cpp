#include "git/objects/pack_writer.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include <zlib.h>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "git/objects/binary.hpp"

namespace handoff::git {

namespace {

constexpr size_t kLargestPack =
    (size_t{1} << 31) - 1;  // offsets beyond need the index's other table
constexpr size_t kBuckets = 256;

/// Type and size: four bits of the size in the first byte, then seven in each.
void put_entry_header(std::string& into, ObjectType type, size_t size) {
  auto first = static_cast<unsigned char>((static_cast<size_t>(type) << 4) | (size & 0x0F));
  size >>= 4;
  while (size != 0) {
    into += static_cast<char>(first | 0x80);
    first = static_cast<unsigned char>(size & 0x7F);
    size >>= 7;
  }
  into += static_cast<char>(first);
}

/// One stream for all objects: setting one up costs more than a small object's compression.
class Compressor {
 public:
  explicit Compressor(int level) {
    if (deflateInit(&x_stream, level) != Z_OK)
      fail("cannot compress objects",
           {"'pack.compression' and 'core.compression' go from -1 to 9"});
  }
  ~Compressor() { deflateEnd(&x_stream); }
  Compressor(const Compressor&) = delete;
  Compressor& operator=(const Compressor&) = delete;

  void put(std::string& into, std::string_view bytes) {
    deflateReset(&x_stream);
    size_t before = into.size();
    into.resize(before + deflateBound(&x_stream, static_cast<uLong>(bytes.size())));
    x_stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    x_stream.avail_in = static_cast<uInt>(bytes.size());
    x_stream.next_out = reinterpret_cast<Bytef*>(into.data() + before);
    x_stream.avail_out = static_cast<uInt>(into.size() - before);
    if (deflate(&x_stream, Z_FINISH) != Z_STREAM_END)
      fail("cannot compress an object");
    into.resize(into.size() - x_stream.avail_out);
  }

 private:
  z_stream x_stream{};
};

uint32_t crc_of(std::string_view bytes) {
  return static_cast<uint32_t>(
      crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
}

struct Entry {
  std::string oid;  ///< raw
  uint32_t crc = 0;
  uint32_t offset = 0;
};

std::string index_of(std::vector<Entry> entries, const std::string& pack_checksum) {
  std::ranges::sort(entries, {}, &Entry::oid);
  std::array<uint32_t, kBuckets> up_to{};
  for (const Entry& entry : entries)
    ++up_to.at(static_cast<unsigned char>(entry.oid[0]));
  std::string bytes("\377tOc", 4);
  put_u32(bytes, 2);
  uint32_t sum = 0;
  for (uint32_t count : up_to)
    put_u32(bytes, sum += count);
  for (const Entry& entry : entries)
    bytes += entry.oid;
  for (const Entry& entry : entries)
    put_u32(bytes, entry.crc);
  for (const Entry& entry : entries)
    put_u32(bytes, entry.offset);
  bytes += pack_checksum;
  bytes += checksum_of(bytes);
  return bytes;
}

}  // namespace

Pack make_pack(std::vector<PackedObject> objects, int level) {
  // Commits first, as git lays packs out: what is asked for first lies together.
  std::ranges::stable_sort(objects, {}, &PackedObject::type);
  std::string pack = "PACK";
  put_u32(pack, 2);
  put_u32(pack, static_cast<uint32_t>(objects.size()));
  std::vector<Entry> entries;
  Compressor compressor(level);
  for (const PackedObject& object : objects) {
    size_t start = pack.size();
    if (start + compressBound(static_cast<uLong>(object.bytes.size())) > kLargestPack)
      fail("the new objects are over 2 GiB: too much for one pack");
    put_entry_header(pack, object.type, object.bytes.size());
    compressor.put(pack, object.bytes);
    entries.push_back({raw_oid(object.oid), crc_of(std::string_view(pack).substr(start)),
                       static_cast<uint32_t>(start)});
  }
  std::string checksum = checksum_of(pack);
  pack += checksum;
  return {"pack-" + to_hex(checksum), std::move(pack), index_of(std::move(entries), checksum)};
}

}  // namespace handoff::git
