#pragma once

#include <algorithm>
#include <cstddef>

namespace handoff::ops::brief_worth {

/// What a reader misses most is worth most: the first of a list, and each further one so much less.
/// Where a budget is short, what is worth least is left out first.
struct Worth {
  int first;
  int less = 0;
  size_t eighths = 8;  ///< of the even share, where texts share the room
  bool leads = false;  ///< the first of them has its line before any kind has its second
  size_t others = 0;   ///< of its kind, that stand before them in another section
  bool leads_at(size_t index) const { return leads && (less == 0 || index + others == 0); }
  /// The same for one that is the n-th of its own, wherever it stands.
  Worth nth(size_t n) const { return {of(n), 0, eighths, leads_at(n)}; }
  int of(size_t index) const {
    constexpr size_t kLong = 8;  // what stands further down a list is not to starve other kinds
    constexpr int kLessDown = 400;
    index += others;
    return first - less * static_cast<int>(std::min<size_t>(index, 200)) -
           (less > 0 && index >= kLong ? kLessDown : 0);
  }
};
/// Worth more: it has its room before anything else has, and even so its end goes before what
/// matters as much.
inline constexpr int kEssential = 5000;
/// Worth less: goes before anything that is worth more.
inline constexpr int kDecoration = 2000;
inline constexpr Worth kNext = {9000};
inline constexpr Worth kNotAsLeft = {6200, 10, 8, true};
inline constexpr Worth kBlocks = {6100, 10, 8, true};
inline constexpr Worth kRule = {6000, 20, 8, true};
/// What leads is worth so much more: each kind has its first line before any has its second.
inline constexpr int kLead = 2800;
// From here on texts share the room. What binds, and why, has more of it than the name of a task,
// which is known by its first words; where not even that is enough, what is worth least goes.
inline constexpr Worth kAbsolute = {3500, 7, 14, true};
/// What was not chosen is known by its first words.
inline constexpr Worth kRejectedOfAbsolute = {3500, 6, 5};
inline constexpr Worth kRejectedOfBinding = {3488, 6, 7};
/// Who does not hear of a task that was done does it; of a file that was moved, looks for it.
inline constexpr Worth kTaskNotAsLeft = {3496, 8, 7, true};
inline constexpr Worth kBlockerNotAsLeft = {3494, 1, 3, true};
/// What it says is known by its first words.
inline constexpr Worth kBlockerGone = {3476, 1, 3};
/// One who does not know why goes around it. A second reason comes behind the first of other kinds.
inline constexpr Worth kReasonOfAbsolute = {3489, 11, 13, true};
inline constexpr size_t kMostOfFurtherReason = 10;  ///< eighths
inline constexpr Worth kBinding = {3488, 6, 8, true};
inline constexpr Worth kRuledOut = {3486, 40, 11, true};
inline constexpr Worth kBlocksContext = {3484, 20, 7};
/// What a decision rests on, and is undone: of it the words that the mark is about.
inline constexpr Worth kReasonUndone = {3495, 0, 3};
inline constexpr Worth kReasonOfBinding = {3475, 6, 13, true};
inline constexpr Worth kReasonOfRule = {3462, 20, 5};
inline constexpr Worth kTests = {3481, 60, 13, true};
inline constexpr Worth kFirstTask = {3478, 0, 3, true};
inline constexpr Worth kTask = {3458, 1, 3};
/// What is to be left alone binds also where it stands among other notes.
inline constexpr Worth kForbids = {3474, 20, 9, true};
inline constexpr Worth kBlocker = {3483, 40, 6, true};
inline constexpr Worth kQuestion = {3480, 171, 14, true};
/// Where nobody is waited for: what is open is known by one of both.
inline constexpr Worth kQuestionAlone = {3481, 171, 14, true};
/// Beside an action that blocks.
inline constexpr Worth kFurtherPerson = {3290, 40};
inline constexpr Worth kFurtherBlocker = {3477, 40, 6};
/// Where hardly any decision binds, the first of the others.
inline constexpr Worth kSecondDecision = {3455, 175, 5};
inline constexpr Worth kReasonOfSecond = {3455, 685, 7};
inline constexpr Worth kDecision = {3320, 40, 7};
inline constexpr Worth kRejectedWeakly = {2768, 20};
inline constexpr Worth kReasonOfDecision = {3310, 40, 8};
inline constexpr Worth kPerson = {3481, 171, 8, true};
inline constexpr Worth kReasonOfRuledOut = {3453, 170, 4};
/// Nobody is spared much where the last words of a name are left out.
inline constexpr int kEndOfName = 3449;
inline constexpr Worth kClaim = {3200, 40};
inline constexpr int kIndispensable = 3300;
/// What binds, why, what is not as it was left, and the first of each other kind.
inline constexpr int kOneOfEach = 3455;
/// The same with the next tasks, where that costs others little.
inline constexpr int kMostTasks = 3452;
inline constexpr int kRestOfIndispensable = 2830;
inline constexpr Worth kTaskOfNext = {2750, 10};
inline constexpr Worth kRestOfTests = {2700, 40};
inline constexpr Worth kHowTestsRun = {3476, 40, 5};
inline constexpr Worth kWhatFails = {3455, 660};
inline constexpr Worth kError = {2760, 40};
inline constexpr Worth kSuspicion = {2730, 40};
inline constexpr Worth kWayAround = {2720, 40};
inline constexpr Worth kContext = {2700, 40};
inline constexpr Worth kNewFile = {2660, 40};
inline constexpr Worth kFilesOfLost = {2700, 10};
inline constexpr Worth kTaskTail = {2600, 25};
inline constexpr Worth kCriterion = {2580, 25};
inline constexpr Worth kDocument = {2560, 25};
inline constexpr Worth kPosition = {2540};
inline constexpr Worth kReason = {2500, 20};
inline constexpr Worth kFinished = {2480, 20};
inline constexpr Worth kRestOfWayAround = {1600, 10};
/// Behind a blocker that is perhaps gone.
inline constexpr Worth kWayAroundGone = {1550, 10};
inline constexpr Worth kParentheses = {1500, 10};
inline constexpr Worth kPersonContext = {1400, 10};
inline constexpr Worth kSubjectOfChange = {1300, 10};
inline constexpr Worth kFirstLine = {1200, 10};
inline constexpr Worth kChangedFiles = {1150};
inline constexpr Worth kGoal = {1100};
inline constexpr Worth kNamedByNext = {1000, 10};
inline constexpr Worth kReasonOfPause = {900};

}  // namespace handoff::ops::brief_worth
