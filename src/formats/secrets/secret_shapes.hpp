#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "formats/secrets/secret_rule.hpp"

/// The tables of secrets.cpp: what is looked for, and how it is written. docs/secrets.md lists them
/// for people.
namespace handoff::formats::secret_shapes {

inline constexpr std::array kRules = std::to_array<SecretRule>({
    {"private-key", "a private key"},
    {"putty-key", "a PuTTY private key"},
    {"age-key", "an age secret key"},
    {"aws-access-key", "an AWS access key"},
    {"aws-secret-key", "an AWS secret key"},
    {"azure-storage-key", "an Azure storage key"},
    {"google-api-key", "a Google API key"},
    {"google-oauth-secret", "a Google OAuth client secret"},
    {"digitalocean-token", "a DigitalOcean token"},
    {"github-token", "a GitHub token"},
    {"gitlab-token", "a GitLab token"},
    {"atlassian-token", "an Atlassian token"},
    {"slack-token", "a Slack token"},
    {"slack-webhook", "a Slack webhook address"},
    {"discord-webhook", "a Discord webhook address"},
    {"telegram-token", "a Telegram bot token"},
    {"openai-key", "an OpenAI key"},
    {"anthropic-key", "an Anthropic key"},
    {"huggingface-token", "a Hugging Face token"},
    {"stripe-key", "a live Stripe key"},
    {"sendgrid-key", "a SendGrid key"},
    {"shopify-token", "a Shopify token"},
    {"npm-token", "an npm token"},
    {"pypi-token", "a PyPI token"},
    {"rubygems-key", "a RubyGems key"},
    {"docker-token", "a Docker Hub token"},
    {"vault-token", "a Vault token"},
    {"terraform-token", "a Terraform Cloud token"},
    {"databricks-token", "a Databricks token"},
    {"grafana-token", "a Grafana token"},
    {"newrelic-key", "a New Relic key"},
    {"linear-key", "a Linear key"},
    {"notion-token", "a Notion token"},
    {"doppler-token", "a Doppler token"},
    {"onepassword-token", "a 1Password service account token"},
    {"alibaba-key", "an Alibaba access key"},
    {"artifactory-key", "an Artifactory key"},
    {"clojars-token", "a Clojars token"},
    {"cloudflare-key", "a Cloudflare origin CA key"},
    {"dynatrace-token", "a Dynatrace token"},
    {"duffel-token", "a Duffel token"},
    {"frameio-token", "a Frame.io token"},
    {"facebook-token", "a Facebook page token"},
    {"adobe-secret", "an Adobe client secret"},
    {"intra42-secret", "an Intra 42 client secret"},
    {"perplexity-key", "a Perplexity key"},
    {"planetscale-token", "a PlanetScale token"},
    {"postman-key", "a Postman key"},
    {"prefect-token", "a Prefect token"},
    {"pulumi-token", "a Pulumi token"},
    {"readme-key", "a ReadMe key"},
    {"scalingo-token", "a Scalingo token"},
    {"brevo-key", "a Brevo key"},
    {"shippo-token", "a Shippo token"},
    {"sourcegraph-token", "a Sourcegraph token"},
    {"sentry-token", "a Sentry token"},
    {"twilio-key", "a Twilio key"},
    {"heroku-key", "a Heroku key"},
    {"jwt", "a signed session token"},
    {"url-password", "a password in a URL"},
    {"password", "a password"},
});

/// A set of kinds of characters, one bit each.
using Class = uint16_t;
inline constexpr Class kUpper = 1, kLower = 2, kDigit = 4, kHexLower = 8, kUnderline = 16,
                       kDash = 32, kBase64Sign = 64, kEquals = 128;
/// What stands in a value that is not quoted: all bytes but blanks, quotes, commas and semicolons;
/// brackets and colons apart. And all bytes of a line.
inline constexpr Class kPlain = 256, kClose = 512, kColon = 1024, kLine = 2048;
inline constexpr Class kAlnum = kUpper | kLower | kDigit;
inline constexpr Class kWord = kAlnum | kUnderline;
inline constexpr Class kUrlSafe = kWord | kDash;
inline constexpr Class kHex = kHexLower | kDigit;

inline constexpr std::array<Class, 256> kClasses = [] {
  std::array<Class, 256> classes{};
  for (unsigned c = 'A'; c <= 'Z'; ++c)
    classes[c] = kUpper;
  for (unsigned c = 'a'; c <= 'z'; ++c)
    classes[c] = static_cast<Class>(kLower | (c <= 'f' ? kHexLower : 0));
  for (unsigned c = '0'; c <= '9'; ++c)
    classes[c] = kDigit;
  classes['_'] = kUnderline;
  classes['-'] = kDash;
  classes['+'] = classes['/'] = kBase64Sign;
  classes['='] = kEquals;
  classes[')'] = kClose;
  classes[':'] = kColon;
  for (unsigned c = 0; c < 256; ++c) {
    const bool plain =
        std::string_view(" \t\r\n\"'`,;):").find(static_cast<char>(c)) == std::string_view::npos;
    classes[c] = static_cast<Class>(classes[c] | (plain ? kPlain : 0) | (c == '\n' ? 0 : kLine));
  }
  return classes;
}();

inline bool is(char c, Class wanted) {
  return (kClasses[static_cast<unsigned char>(c)] & wanted) != 0;
}

inline constexpr size_t kMany = SIZE_MAX;

/// So many characters of one class.
struct Run {
  Class chars = 0;
  size_t least = 0;
  size_t most = 0;             ///< 0: exactly `least`
  std::string_view then = {};  ///< literal behind it
};

/// A literal, then runs of characters with literals between them.
struct Shape {
  std::string_view rule;
  std::string_view start;
  std::array<Run, 3> runs;
};

inline constexpr std::array kShapes = std::to_array<Shape>({
    {"age-key", "AGE-SECRET-KEY-1", {{{kUpper | kDigit, 58}}}},
    {"aws-access-key", "AKIA", {{{kUpper | kDigit, 16}}}},
    {"aws-access-key", "ASIA", {{{kUpper | kDigit, 16}}}},
    {"azure-storage-key", "AccountKey=", {{{kAlnum | kBase64Sign, 86, 0, "=="}}}},
    {"google-api-key", "AIza", {{{kUrlSafe, 35}}}},
    {"google-oauth-secret", "GOCSPX-", {{{kUrlSafe, 28}}}},
    {"digitalocean-token", "dop_v1_", {{{kHex, 64}}}},
    {"digitalocean-token", "doo_v1_", {{{kHex, 64}}}},
    {"digitalocean-token", "dor_v1_", {{{kHex, 64}}}},
    {"github-token", "ghp_", {{{kAlnum, 36, kMany}}}},
    {"github-token", "gho_", {{{kAlnum, 36, kMany}}}},
    {"github-token", "ghu_", {{{kAlnum, 36, kMany}}}},
    {"github-token", "ghs_", {{{kAlnum, 36, kMany}}}},
    {"github-token", "ghr_", {{{kAlnum, 36, kMany}}}},
    {"github-token", "github_pat_", {{{kAlnum, 22, 0, "_"}, {kAlnum, 59}}}},
    {"gitlab-token", "glpat-", {{{kUrlSafe, 20, kMany}}}},
    {"gitlab-token", "gldt-", {{{kUrlSafe, 20, kMany}}}},
    {"gitlab-token", "glrt-", {{{kUrlSafe, 20, kMany}}}},
    {"gitlab-token", "glptt-", {{{kHex, 40}}}},
    {"atlassian-token", "ATATT3", {{{kUrlSafe | kEquals, 180, kMany}}}},
    {"slack-token", "xoxb-", {{{kDigit, 9, 14, "-"}, {kAlnum | kDash, 24, kMany}}}},
    {"slack-token", "xoxp-", {{{kDigit, 9, 14, "-"}, {kAlnum | kDash, 24, kMany}}}},
    {"slack-token", "xoxa-", {{{kDigit, 1, 14, "-"}, {kAlnum | kDash, 24, kMany}}}},
    {"slack-token", "xoxr-", {{{kDigit, 1, 14, "-"}, {kAlnum | kDash, 24, kMany}}}},
    {"slack-token",
     "xapp-1-",
     {{{kUpper | kDigit, 9, 12, "-"}, {kDigit, 10, 14, "-"}, {kHex, 64}}}},
    {"slack-webhook",
     "https://hooks.slack.com/services/T",
     {{{kUpper | kDigit, 7, 12, "/B"}, {kUpper | kDigit, 7, 12, "/"}, {kAlnum, 24}}}},
    {"discord-webhook",
     "https://discord.com/api/webhooks/",
     {{{kDigit, 17, 20, "/"}, {kUrlSafe, 60, 72}}}},
    {"discord-webhook",
     "https://discordapp.com/api/webhooks/",
     {{{kDigit, 17, 20, "/"}, {kUrlSafe, 60, 72}}}},
    {"openai-key", "sk-proj-", {{{kUrlSafe, 48, kMany}}}},
    {"openai-key", "sk-svcacct-", {{{kUrlSafe, 48, kMany}}}},
    {"openai-key", "sk-admin-", {{{kUrlSafe, 48, kMany}}}},
    {"anthropic-key", "sk-ant-api", {{{kDigit, 2, 0, "-"}, {kUrlSafe, 80, kMany}}}},
    {"anthropic-key", "sk-ant-admin", {{{kDigit, 2, 0, "-"}, {kUrlSafe, 80, kMany}}}},
    {"anthropic-key", "sk-ant-oat", {{{kDigit, 2, 0, "-"}, {kUrlSafe, 80, kMany}}}},
    {"huggingface-token", "hf_", {{{kAlnum, 34}}}},
    {"stripe-key", "sk_live_", {{{kAlnum, 20, kMany}}}},
    {"stripe-key", "rk_live_", {{{kAlnum, 20, kMany}}}},
    {"sendgrid-key", "SG.", {{{kUrlSafe, 22, 0, "."}, {kUrlSafe, 43}}}},
    {"shopify-token", "shpat_", {{{kAlnum, 32}}}},
    {"shopify-token", "shpca_", {{{kAlnum, 32}}}},
    {"shopify-token", "shppa_", {{{kAlnum, 32}}}},
    {"shopify-token", "shpss_", {{{kAlnum, 32}}}},
    {"npm-token", "npm_", {{{kAlnum, 36}}}},
    {"pypi-token", "pypi-AgEIcHlwaS5vcmc", {{{kUrlSafe, 50, kMany}}}},
    {"pypi-token", "pypi-AgENdGVzdC5weXBpLm9yZw", {{{kUrlSafe, 50, kMany}}}},
    {"rubygems-key", "rubygems_", {{{kHex, 48}}}},
    {"docker-token", "dckr_pat_", {{{kUrlSafe, 27}}}},
    {"vault-token", "hvs.", {{{kUrlSafe, 90, kMany}}}},
    {"databricks-token", "dapi", {{{kHex, 32}}}},
    {"grafana-token", "glsa_", {{{kAlnum, 32, 0, "_"}, {kAlnum, 8}}}},
    {"newrelic-key", "NRAK-", {{{kUpper | kDigit, 27}}}},
    {"linear-key", "lin_api_", {{{kAlnum, 40}}}},
    {"notion-token", "ntn_", {{{kAlnum, 46}}}},
    {"doppler-token", "dp.pt.", {{{kAlnum, 43}}}},
    {"onepassword-token", "ops_eyJ", {{{kAlnum | kBase64Sign, 200, kMany}}}},
    {"aws-access-key", "ABSKQmVkcm9ja0FQSUtleS1", {{{kAlnum | kBase64Sign, 80, kMany}}}},
    {"alibaba-key", "LTAI", {{{kAlnum, 20}}}},
    {"artifactory-key", "AKCp", {{{kAlnum, 69}}}},
    {"artifactory-key", "cmVmd", {{{kAlnum, 59}}}},
    {"clojars-token", "CLOJARS_", {{{kAlnum, 60}}}},
    {"cloudflare-key", "v1.0-", {{{kHex, 24, 0, "-"}, {kHex, 146}}}},
    {"dynatrace-token", "dt0c01.", {{{kAlnum, 24, 0, "."}, {kAlnum, 64}}}},
    {"duffel-token", "duffel_live_", {{{kUrlSafe | kEquals, 43}}}},
    {"duffel-token", "duffel_test_", {{{kUrlSafe | kEquals, 43}}}},
    {"frameio-token", "fio-u-", {{{kUrlSafe | kEquals, 64}}}},
    {"facebook-token", "EAAM", {{{kAlnum, 100, kMany}}}},
    {"facebook-token", "EAAC", {{{kAlnum, 100, kMany}}}},
    {"adobe-secret", "p8e-", {{{kHex, 32}}}},
    {"intra42-secret", "s-s4t2ud-", {{{kHex, 64}}}},
    {"gitlab-token", "glcbt-", {{{kAlnum, 1, 5, "_"}, {kUrlSafe, 20}}}},
    {"gitlab-token", "glffct-", {{{kUrlSafe, 20}}}},
    {"gitlab-token", "glft-", {{{kUrlSafe, 20}}}},
    {"gitlab-token", "glimt-", {{{kUrlSafe, 25}}}},
    {"gitlab-token", "glagent-", {{{kUrlSafe, 50}}}},
    {"gitlab-token", "gloas-", {{{kUrlSafe, 64}}}},
    {"gitlab-token", "glsoat-", {{{kUrlSafe, 20}}}},
    {"gitlab-token", "GR1348941", {{{kUrlSafe, 20}}}},
    {"grafana-token", "glc_", {{{kAlnum | kBase64Sign, 32, kMany}}}},
    {"grafana-token", "eyJrIjoi", {{{kAlnum | kBase64Sign, 70, kMany}}}},
    {"vault-token", "hvb.", {{{kUrlSafe, 130, kMany}}}},
    {"newrelic-key", "NRII-", {{{kAlnum | kDash, 32}}}},
    {"newrelic-key", "NRJS-", {{{kHex, 19}}}},
    {"perplexity-key", "pplx-", {{{kAlnum, 48}}}},
    {"planetscale-token", "pscale_pw_", {{{kUrlSafe | kEquals, 32, 64}}}},
    {"planetscale-token", "pscale_tkn_", {{{kUrlSafe | kEquals, 32, 64}}}},
    {"planetscale-token", "pscale_oauth_", {{{kUrlSafe | kEquals, 32, 64}}}},
    {"postman-key", "PMAK-", {{{kHex, 24, 0, "-"}, {kHex, 34}}}},
    {"prefect-token", "pnu_", {{{kAlnum, 36}}}},
    {"pulumi-token", "pul-", {{{kHex, 40}}}},
    {"readme-key", "rdme_", {{{kAlnum, 70}}}},
    {"scalingo-token", "tk-us-", {{{kUrlSafe, 48}}}},
    {"brevo-key", "xkeysib-", {{{kHex, 64, 0, "-"}, {kAlnum, 16}}}},
    {"shippo-token", "shippo_live_", {{{kHex, 40}}}},
    {"slack-token", "xoxe.xoxp-1-", {{{kAlnum, 140, kMany}}}},
    {"slack-token", "xoxe.xoxb-1-", {{{kAlnum, 140, kMany}}}},
    {"slack-token", "xoxe-1-", {{{kAlnum, 140, kMany}}}},
    {"slack-token", "xoxs-", {{{kDigit, 9, 14, "-"}, {kAlnum | kDash, 20, kMany}}}},
    {"sourcegraph-token", "sgp_", {{{kAlnum, 16, 0, "_"}, {kAlnum, 40}}}},
    {"sentry-token", "sntrys_eyJpYXQiO", {{{kAlnum | kBase64Sign, 80, kMany}}}},
    {"sentry-token", "sntryu_", {{{kHex, 64}}}},
    {"twilio-key", "SK", {{{kHex, 32}}}},
    {"heroku-key", "HRKU-AA", {{{kUrlSafe, 58}}}},
    {"jwt",
     "eyJ",
     {{{kUrlSafe, 12, kMany, ".eyJ"}, {kUrlSafe, 12, kMany, "."}, {kUrlSafe, 32, kMany}}}},
});

inline constexpr uint8_t kNoShape = 255;
static_assert(kShapes.size() < kNoShape);

/// Shapes by their first byte: the first of them, and for each the next one with the same byte.
struct ShapesByByte {
  std::array<uint8_t, 256> first{};
  std::array<uint8_t, kShapes.size()> next{};
};

inline constexpr ShapesByByte kShapesByByte = [] {
  ShapesByByte made;
  made.first.fill(kNoShape);
  for (size_t i = kShapes.size(); i-- > 0;) {
    uint8_t& first = made.first[static_cast<unsigned char>(kShapes[i].start[0])];
    made.next[i] = first;
    first = static_cast<uint8_t>(i);
  }
  return made;
}();

}  // namespace handoff::formats::secret_shapes
