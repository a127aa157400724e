#include "cli/screen/options.hpp"

#include <algorithm>

#include <CLI/CLI.hpp>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "cli/screen/spelling.hpp"
#include "cli/screen/terminal.hpp"

namespace handoff::cli {

namespace {

bool takes_value(const CLI::Option& option) { return option.get_items_expected_min() > 0; }

/// The option that a `--word` means: by its name, or by a beginning that no other one has, as in
/// git.
const CLI::Option* option_meant(const CLI::App& app, const std::string& word, std::string& name) {
  const CLI::Option* meant = nullptr;
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& candidate : option->get_lnames()) {
      if (candidate == word) {
        name = candidate;
        return option;
      }
      if (candidate.starts_with(word)) {
        names.push_back("--" + candidate);
        name = candidate;
        meant = option;
      }
    }
  if (names.size() > 1)
    fail_usage("'--" + printable(word) + "' could be " + join(names, " or "));
  return meant;
}

/// Long options written out. Values of options and what follows `--` stay as they are.
std::vector<std::string> written_out(const CLI::App& app, std::vector<std::string> args) {
  bool value_follows = false;
  for (std::string& arg : args) {
    if (value_follows) {
      value_follows = false;
      continue;
    }
    if (arg == "--")
      break;
    if (arg.size() == 2 && arg[0] == '-') {
      const CLI::Option* option = app.get_option_no_throw(arg);
      value_follows = option != nullptr && takes_value(*option);
    }
    if (arg.size() <= 2 || !arg.starts_with("--"))
      continue;
    std::string word =
        arg.substr(2, arg.find('=') == std::string::npos ? arg.npos : arg.find('=') - 2);
    std::string name;
    if (const CLI::Option* option = option_meant(app, word, name)) {
      arg = "--" + name + arg.substr(2 + word.size());
      if (!takes_value(*option) && contains(arg, "="))
        fail_usage("'--" + name + "' takes no value");
      value_follows = takes_value(*option) && !contains(arg, "=");
    }
  }
  return args;
}

/// CLI11 takes "[a,b]" for two values of an option that has several. A name may be written so: it
/// goes in behind a mark, and comes out without.
void keep_brackets(CLI::App& app, std::vector<std::string>& args) {
  constexpr char kMark = '\x02';
  const std::vector<CLI::Option*> options = app.get_options({});
  if (std::ranges::none_of(
          options, [](const CLI::Option* option) { return option->get_allow_extra_args(); }))
    return;
  for (std::string& arg : args)
    if (arg.starts_with('[') && arg.ends_with(']'))
      arg.insert(arg.begin(), kMark);
  for (CLI::Option* option : options)
    if (takes_value(*option))
      option->transform([](const std::string& value) {
        const size_t mark = value.find(kMark);
        return mark == 0 ? value.substr(1) : value;
      });
}

/// CLI11's message in the words that git has.
std::string message_of(const CLI::ParseError& error, const CLI::App& app) {
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr && !app.remaining().empty()) {
    std::string first = app.remaining().front();
    bool option = first.size() > 1 && first[0] == '-';
    return (option ? "unknown option '" : "unexpected argument '") + printable(first) + "'";
  }
  std::string message = printable(error.what());
  std::string option = message.substr(0, message.find(':'));
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr && option.starts_with("--")) {
    const CLI::Option* meant = app.get_option_no_throw(option);
    const bool twice = meant != nullptr && meant->count() > 1;
    return "'" + option + "' " + (twice ? "may be given only once" : "needs a value");
  }
  if (size_t at = message.find(" not in {");
      at != message.npos && message.ends_with("}") && at > option.size() + 2)
    return "'" + option + "': '" + message.substr(option.size() + 2, at - option.size() - 2) +
           "' is none of " +
           replace_all(message.substr(at + 9, message.size() - at - 10), ",", ", ");
  constexpr std::string_view kConvert = "Could not convert: ";
  if (size_t at = message.find(" = "); message.starts_with(kConvert) && at != message.npos)
    return "'" + message.substr(kConvert.size(), at - kConvert.size()) + "': '" +
           message.substr(at + 3) + "' is not a number";
  if (!message.empty() && message.back() == '.')
    message.pop_back();
  if (message.size() > 1 && message[1] >= 'a' && message[1] <= 'z')
    message[0] = static_cast<char>(std::tolower(message[0]));
  return message;
}

/// What a mistyped option perhaps meant; or empty.
std::string nearest_option(const CLI::App& app) {
  const std::string typed = app.remaining().empty() ? "" : app.remaining().front();
  if (typed.starts_with("--"))
    for (const CLI::Option* option : app.get_options())
      for (const std::string& name : option->get_lnames())
        if (is_nearly(name, typed.substr(2, typed.find('=') - 2)))
          return "--" + name;
  return {};
}

/// An id that a script left empty would mean "the one of this branch".
void refuse_empty_id(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options())
    if (option->get_positional() && to_lower(option->get_single_name()) == "id" &&
        option->count() > 0 && option->results().front().empty())
      fail_usage("the id is empty", {"leave it out, or name one: 'git handoff list' shows them"});
}

}  // namespace

void add_message(CLI::App& app, std::string& message, const std::string& help) {
  app.add_option(
         "-m,--message",
         [&message](const std::vector<std::string>& paragraphs) {
           message = join(paragraphs, "\n\n");
           return true;
         },
         help)
      ->type_name("MSG")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

bool parse(CLI::App& app, const Invocation& invocation) {
  app.name("git handoff " + invocation.name);
  app.set_help_flag("-h,--help", "show this help");
  try {
    std::vector<std::string> args = written_out(app, invocation.args);
    keep_brackets(app, args);
    // CLI11 takes the arguments from the back.
    std::ranges::reverse(args);
    app.parse(args);
    refuse_empty_id(app);
    return true;
  } catch (const CLI::CallForHelp&) {
    print_text(app.help());
    return false;
  } catch (const CLI::ParseError& error) {
    std::vector<std::string> hints = {"'git handoff " + invocation.name +
                                      " -h' shows what it takes"};
    if (const std::string near = nearest_option(app); !near.empty())
      hints.insert(hints.begin(), "the nearest: " + near);
    fail_usage(message_of(error, app), hints);
  }
}

}  // namespace handoff::cli
