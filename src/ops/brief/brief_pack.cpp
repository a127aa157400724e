#include "ops/brief/brief_pack.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "ops/brief/brief_worth.hpp"

namespace handoff::ops {

namespace {

using namespace brief_worth;

constexpr std::string_view kBullet = "- ";
constexpr std::string_view kCut = "...";
constexpr size_t kStep = 110;         ///< bytes of a text that come in one go
constexpr size_t kLeastRest = 40;     ///< a shorter rest comes with what is before it
constexpr size_t kLeastCut = 24;      ///< what is cut shorter says nothing
constexpr size_t kLeastMore = 8;      ///< the same of what goes on
constexpr size_t kLeastPhrase = 48;   ///< a shorter text, as a name, is cut behind a word
constexpr size_t kFewWords = 26;      ///< more than its share that the end of such a one may be
constexpr size_t kLongestMark = 300;  ///< "[now PATH]", which is not cut
constexpr int kLessForEachStep = 60;
constexpr int kLessOfEssential = 1100;
/// Bytes for each text of those that a reader cannot do without; the first that all have room with.
constexpr size_t kShares[] = {400, 350, 300, 270, 240, 220, 200, 185, 170, 157, 144, 133,
                              122, 113, 104, 97,  90,  84,  78,  75,  72,  68,  66,  64,
                              62,  60,  58,  56,  54,  52,  50,  48,  46,  44};
/// With less than this, texts say nothing: rather fewer of them, those that are worth most.
struct Level {
  int worth;  ///< those that are worth less are there where there happens to be room
  size_t most_share, least_share;
};
constexpr Level kLevels[] = {{kIndispensable, 400, 64}, {kMostTasks, 66, 48}, {kOneOfEach, 66, 44}};
constexpr size_t kLeastShare = 24;  ///< also of what has less than the share of others

size_t bullet_of(const Section& section) { return section.heading.empty() ? 0 : kBullet.size(); }

/// Does a text go on in a "[mark]" at this place, or is it in one?
bool belongs_to_mark(std::string_view text, size_t at) {
  const size_t open = text.rfind('[', at), close = text.find(']', at);
  const bool inside = open != kNowhere && close != kNowhere && text.find(']', open) == close;
  return inside || text.compare(at, 2, " [") == 0;
}

/// Where a text can be cut, at most `bytes` in: behind a word, and not before or in the mark that
/// follows it.
size_t place_to_cut(std::string_view text, size_t bytes) {
  const size_t most = utf8_prefix(text, bytes).size();
  for (size_t space = text.find_last_of(' ', most); space != kNowhere && space > most / 2;
       space = text.find_last_of(' ', space - 1))
    if (!belongs_to_mark(text, space))
      return space;
  // One long word: before its mark rather than in it.
  const size_t open = text.rfind('[', most);
  const bool inside = open != kNowhere && open > 0 && text.find(']', open) >= most;
  return inside && text.find_last_of(' ', open) != kNowhere ? open - 1 : most;
}

/// A place in the middle of a word is moved behind it: half a name says nothing. One that goes on
/// for long is cut all the same.
size_t behind_word(std::string_view text, size_t at) {
  constexpr size_t kMostOfRest = 24;
  const auto is_ascii = [&](size_t i) { return static_cast<unsigned char>(text[i]) < 0x80; };
  if (at == 0 || at >= text.size() || text[at - 1] == ' ' || !is_ascii(at) || !is_ascii(at - 1))
    return at;
  const size_t end = std::min(text.find(' ', at), text.size());
  return end - at <= kMostOfRest && !belongs_to_mark(text, at) ? end : at;
}

/// Is a place between two quotes, of which the first stands behind a space?
bool is_quoted(std::string_view text, size_t at) {
  for (const char quote : {'\'', '"'})
    if (const size_t open = text.rfind(std::string(" ") + quote, at);
        open != kNowhere && text.find(quote, open + 2) > at)
      return true;
  return false;
}

constexpr std::string_view kPunctuation[] = {"; ", ". ", ": ", ", ", " ("};
constexpr std::string_view kConjunctions[] = {" - ",     " and ",    " where ",   " when ",
                                              " which ", " while ",  " so that ", " but ",
                                              " until ", " because "};

bool can_be_cut_before(std::string_view text, size_t at, std::string_view end) {
  return !belongs_to_mark(text, at) && !is_quoted(text, at) &&
         text.compare(at + end.size() - 1, 2, " [") != 0;
}

/// The same at the end of a phrase, where one ends near so many bytes.
size_t end_of_phrase(std::string_view text, size_t bytes) {
  size_t best = 0;
  const auto look_for = [&](std::string_view end) {
    const size_t at = text.rfind(end, bytes + bytes / 4);
    if (at != kNowhere && at > bytes * 2 / 3 && at > best && can_be_cut_before(text, at, end))
      best = at;
  };
  std::ranges::for_each(kPunctuation, look_for);
  std::ranges::for_each(kConjunctions, look_for);
  return best > 0 ? best : behind_word(text, place_to_cut(text, bytes));
}

/// Where the first clause ends that says something; 0 where no other follows it.
size_t end_of_first_clause(std::string_view text) {
  size_t first = text.size(), least = kLeastPhrase;
  if (const size_t open = text.find(" ["); open < least && belongs_to_mark(text, open))
    least += std::min(text.find(']', open), first) - open;  // a mark is no part of it
  for (std::string_view end : kPunctuation) {
    size_t at = text.find(end, least);
    while (at < first && !can_be_cut_before(text, at, end))
      at = text.find(end, at + 1);
    first = std::min(first, at);
  }
  return first < text.size() ? first : 0;
}

/// How many bytes of it stand there where so many are shown, less what would hang before the "...":
/// punctuation, and words that only begin what comes.
size_t size_before_cut(std::string_view text, size_t bytes) {
  static constexpr std::string_view kBegin[] = {
      " a",    " also", " an",  " and",  " are",  " as",   " at",    " be",    " been", " but",
      " by",   " even", " for", " from", " had",  " has",  " have",  " if",    " in",   " into",
      " is",   " it",   " its", " of",   " on",   " or",   " so",    " that",  " the",  " their",
      " then", " they", " to",  " was",  " were", " when", " where", " which", " with"};
  for (;;) {
    const size_t size = text.substr(0, bytes).find_last_not_of(" ,;:(-.") + 1;
    const auto* word = std::ranges::find_if(
        kBegin, [&](std::string_view its) { return text.substr(0, size).ends_with(its); });
    if (word == std::end(kBegin) || size < kLeastCut)
      return size;
    bytes = size - word->size();
  }
}

std::string cut(std::string_view text, size_t bytes) {
  return std::string(text.substr(0, size_before_cut(text, bytes))) + std::string(kCut);
}

/// As it stands there, so far: what is cut goes on at the words that a mark is about.
std::string up_to(const Part& part, size_t bytes) {
  constexpr size_t kNear = 12;  // less than that is no gap
  const std::string_view text = part.text;
  for (const Marked& marked : part.marked)
    if (marked.end > bytes && marked.from <= bytes + kNear)
      bytes = marked.end;
  if (bytes >= text.size())
    return part.text;
  std::string shown = cut(text, bytes);
  for (const Marked& marked : part.marked)
    if (marked.end > bytes) {
      shown += " " + std::string(text.substr(marked.from, marked.end - marked.from));
      shown += marked.end < text.size() ? kCut : "";
    }
  return shown;
}

size_t size_up_to(const Part& part, size_t bytes) {
  return bytes == 0 ? 0 : bytes >= part.text.size() ? part.text.size() : up_to(part, bytes).size();
}

}  // namespace

std::string cut_at_word(const std::string& text, size_t bytes) {
  if (text.size() <= bytes)
    return text;
  if (bytes <= kCut.size())
    return {};
  return cut(text, place_to_cut(text, bytes - kCut.size()));
}

std::string Item::text() const {
  std::string all;
  for (const Part& part : parts)
    all += part.text;
  return all + mark;
}

Layout::Layout(std::vector<Section> sections, size_t bytes)
    : x_sections(std::move(sections)), x_bytes(bytes) {
  for (Section& section : x_sections)
    for (Item& item : section.items)
      for (Part& part : item.parts) {
        part.marked = part.binds ? turning_in(part.text) : marked_in(part.text);
        part.worth = std::min(part.worth, item.parts.front().worth);  // it comes with its head
      }
  pack();
}

void Layout::pack() {
  size_t room = 0;
  std::vector<Grant> missing;
  const auto place = [&](size_t share) {
    room = x_bytes;
    missing = fill(room, share);
  };
  const auto largest = [&](const size_t* first, const size_t* last, int least) {
    return std::partition_point(first, last, [&](size_t share) {
      place(share);
      return std::ranges::any_of(
          missing, [&](const Grant& grant) { return grant.from == 0 && grant.worth >= least; });
    });
  };
  const size_t* share = nullptr;
  for (const Level& level : kLevels) {
    const size_t* first = std::ranges::find(kShares, level.most_share);
    const size_t* end = std::find(first, std::end(kShares), level.least_share) + 1;
    if (share = largest(first, end, level.worth); share != end)
      break;
    share = end - 1;
  }
  place(*share);
  use_up(room, missing);
}

void Layout::clear() {
  x_shown.clear();
  for (const Section& section : x_sections) {
    x_shown.emplace_back();
    for (const Item& item : section.items)
      x_shown.back().emplace_back(item.parts.size(), 0);
  }
  x_lines.assign(x_sections.size(), 0);
}

/// In one go comes as much as a text may have beside others of its rank; then step by step.
void Layout::add_grants(std::vector<Grant>& all, Grant at, size_t share) const {
  const Part& part = part_at(at);
  const bool essential = part.worth > kEssential;
  const bool shares = part.worth >= kIndispensable && !essential;
  const bool by_clauses = essential && part.binds;
  int worth = part.worth;
  for (size_t from = 0; from < part.text.size() || from == 0;) {
    const size_t most =
        from > 0 || !shares ? kStep : std::max(part.eighths * share / 8, kLeastShare);
    // What does not fit at all is not looked at: a text may have a mebibyte.
    if (from > x_bytes)
      return;
    const std::string_view rest = std::string_view(part.text).substr(from, most + kLongestMark);
    const size_t left = part.text.size() - from;
    size_t bytes = left;
    const bool in_one = part.worth < kDecoration && part.whole;
    if (!in_one && left > most + std::min(kLeastRest, most / 6))
      bytes = shares && from == 0 && most >= kLeastPhrase
                  ? end_of_phrase(rest, most)
                  : behind_word(rest, place_to_cut(rest, most));
    if (by_clauses && from == 0)
      if (const size_t end = end_of_first_clause(rest.substr(0, bytes)); end > 0)
        bytes = end;
    if (bytes == 0)
      bytes = left;
    if (from == 0)
      bytes = part.in_one ? left : bytes;
    at.from = from;
    at.end = from + bytes;
    at.worth = worth + (from == 0 && part.leads ? kLead : 0);
    all.push_back(at);
    if (bytes == 0)
      return;
    from += bytes;
    if ((shares || by_clauses) && at.from == 0)
      worth = left <= most + kFewWords ? kEndOfName
                                       : kRestOfIndispensable + (worth - kIndispensable) / 20;
    else
      worth -= worth > kEssential ? kLessOfEssential : kLessForEachStep;
  }
}

std::vector<Layout::Grant> Layout::grants(size_t share) const {
  std::vector<Grant> all;
  for (size_t s = 0; s < x_sections.size(); ++s)
    for (size_t i = 0; i < x_sections[s].items.size(); ++i)
      for (size_t p = 0; p < x_sections[s].items[i].parts.size(); ++p)
        add_grants(all, {.section = s, .item = i, .part = p, .from = 0, .end = 0, .worth = 0},
                   share);
  std::ranges::stable_sort(all, std::ranges::greater{}, &Grant::worth);
  return all;
}

bool Layout::is_there(size_t section, size_t item) const {
  return !x_shown[section][item].empty() && x_shown[section][item].front() > 0;
}

/// What goes on does so behind what it goes on from, and nothing stands there without its head.
bool Layout::follows(const Grant& grant) const {
  return shown_of(grant) == grant.from && (grant.part == 0 || is_there(grant.section, grant.item));
}

/// What it takes, with the bullet and heading that it brings, and the "..." that comes or goes.
size_t Layout::cost_of(const Grant& grant) const {
  const Section& section = x_sections[grant.section];
  const Part& part = part_at(grant);
  size_t bytes = size_up_to(part, grant.end);
  bytes -= std::min(bytes, size_up_to(part, grant.from));
  if (grant.part == 0 && grant.from == 0) {
    bytes += bullet_of(section) + section.items[grant.item].mark.size() + 1;
    if (x_lines[grant.section] == 0 && !section.heading.empty())
      bytes += section.heading.size() + 2;
  }
  return bytes;
}

void Layout::show(const Grant& grant) {
  shown_of(grant) = grant.end;
  x_lines[grant.section] += grant.part == 0 && grant.from == 0 ? 1 : 0;
}

std::vector<Layout::Grant> Layout::fill(size_t& room, size_t share) {
  clear();
  std::vector<Grant> missing;
  int full = 0;  // ranks below this one get nothing more
  for (const Grant& grant : grants(share)) {
    const size_t cost = cost_of(grant);
    // What is left where one of a rank had no room is for the end of that, and not for less.
    const int rank = grant.worth >= kIndispensable ? 2 : grant.worth >= kDecoration ? 1 : 0;
    if (!follows(grant) || cost > room || rank < full) {
      full = std::max(full, rank);
      missing.push_back(grant);
      continue;
    }
    room -= cost;
    show(grant);
  }
  return missing;
}

/// The rest of the room goes to the ends of what is not there as a whole, what is worth most first.
void Layout::use_up(size_t room, const std::vector<Grant>& missing) {
  for (Grant grant : missing) {
    if (!follows(grant) || part_at(grant).whole)
      continue;
    const size_t least = grant.from > 0 ? kLeastMore : kLeastCut;
    const std::string_view rest =
        std::string_view(part_at(grant).text).substr(grant.from, grant.end - grant.from);
    const size_t beside = cost_of(grant) - std::min(cost_of(grant), rest.size());
    if (beside + least + kCut.size() > room)
      continue;
    const size_t bytes = place_to_cut(rest, std::min(room - beside - kCut.size(), rest.size()));
    if (bytes < least || (bytes < rest.size() && rest[bytes] != ' '))
      continue;
    grant.end = grant.from + bytes;
    const size_t cost = cost_of(grant);
    if (cost > room)
      continue;
    room -= cost;
    show(grant);
  }
}

std::string Layout::line(size_t section, size_t item) const {
  const Item& its = x_sections[section].items[item];
  std::string text(x_sections[section].heading.empty() ? "" : kBullet);
  for (size_t p = 0; p < its.parts.size(); ++p)
    if (const size_t shown = x_shown[section][item][p]; shown > 0)
      text += up_to(its.parts[p], shown);
  return text + its.mark + "\n";
}

std::string Layout::text() const {
  std::string text;
  for (size_t s = 0; s < x_sections.size(); ++s) {
    if (x_lines[s] > 0 && !x_sections[s].heading.empty())
      text += x_sections[s].heading + ":\n";
    for (size_t i = 0; i < x_sections[s].items.size(); ++i)
      if (is_there(s, i))
        text += line(s, i);
  }
  return text;
}

size_t Layout::dropped(size_t section) const {
  return x_sections[section].items.size() - x_lines[section];
}

size_t Layout::dropped() const {
  size_t count = 0;
  for (size_t s = 0; s < x_sections.size(); ++s)
    count += dropped(s);
  return count;
}

bool Layout::is_silent_on(size_t section) const {
  const std::vector<Item>& items = x_sections[section].items;
  return x_lines[section] == 0 && !items.empty() && items.front().parts.front().worth >= kOneOfEach;
}

size_t Layout::shortened() const {
  size_t count = 0;
  for (size_t s = 0; s < x_sections.size(); ++s)
    for (size_t i = 0; i < x_sections[s].items.size(); ++i) {
      const std::vector<Part>& parts = x_sections[s].items[i].parts;
      bool whole = true;
      for (size_t p = 0; p < parts.size(); ++p)
        whole = whole && x_shown[s][i][p] == parts[p].text.size();
      count += is_there(s, i) && !whole ? 1 : 0;
    }
  return count;
}

}  // namespace handoff::ops
