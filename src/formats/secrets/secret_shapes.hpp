#pragma once

#include <algorithm>
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
    {"wireguard-key", "a WireGuard key"},
    {"aws-session-token", "an AWS session token"},
    {"azure-access-key", "an Azure shared access key"},
    {"azure-client-secret", "an Azure client secret"},
    {"google-oauth-token", "a Google OAuth token"},
    {"teams-webhook", "a Microsoft Teams webhook address"},
    {"discord-token", "a Discord bot token"},
    {"openrouter-key", "an OpenRouter key"},
    {"groq-key", "a Groq key"},
    {"xai-key", "an xAI key"},
    {"replicate-token", "a Replicate token"},
    {"together-key", "a Together AI key"},
    {"pinecone-key", "a Pinecone key"},
    {"nvidia-key", "an NVIDIA key"},
    {"cerebras-key", "a Cerebras key"},
    {"elevenlabs-key", "an ElevenLabs key"},
    {"langfuse-key", "a Langfuse key"},
    {"langsmith-key", "a LangSmith key"},
    {"square-token", "a Square token"},
    {"braintree-token", "a Braintree token"},
    {"plaid-token", "a Plaid token"},
    {"flutterwave-key", "a Flutterwave key"},
    {"easypost-key", "an EasyPost key"},
    {"clickup-token", "a ClickUp token"},
    {"figma-token", "a Figma token"},
    {"airtable-token", "an Airtable token"},
    {"hubspot-token", "a HubSpot token"},
    {"typeform-token", "a Typeform token"},
    {"contentful-token", "a Contentful token"},
    {"dropbox-token", "a Dropbox token"},
    {"mapbox-token", "a secret Mapbox token"},
    {"mailchimp-key", "a Mailchimp key"},
    {"resend-key", "a Resend key"},
    {"supabase-token", "a Supabase token"},
    {"neon-key", "a Neon key"},
    {"aiven-password", "an Aiven password"},
    {"cockroach-key", "a CockroachDB key"},
    {"mongodb-secret", "a MongoDB Atlas secret"},
    {"netlify-token", "a Netlify token"},
    {"vercel-token", "a Vercel token"},
    {"fly-token", "a Fly.io token"},
    {"nuget-key", "a NuGet key"},
    {"crates-token", "a crates.io token"},
    {"packagist-token", "a Packagist token"},
    {"circleci-token", "a CircleCI token"},
    {"buildkite-token", "a Buildkite token"},
    {"sonar-token", "a SonarQube token"},
    {"octopus-key", "an Octopus Deploy key"},
    {"harness-token", "a Harness token"},
    {"openshift-token", "an OpenShift token"},
    {"kubernetes-token", "a token of a Kubernetes service account"},
    {"onepassword-key", "a 1Password secret key"},
    {"tailscale-key", "a Tailscale key"},
    {"honeycomb-key", "a Honeycomb key"},
    {"posthog-key", "a PostHog personal key"},
    {"segment-token", "a Segment token"},
    {"yandex-key", "a Yandex Cloud key"},
    {"infracost-key", "an Infracost key"},
    {"bitcoin-key", "a private key of a Bitcoin wallet"},
    {"nebula-key", "a Defined Networking key"},
    {"npmrc-token", "a token of a package registry"},
    {"basic-auth", "a name and a password in base64"},
    {"jwt", "a signed session token"},
    {"url-password", "a password in a URL"},
    {"password", "a password"},
    {"named-token", "a token that its name tells"},
});

/// How many digits of base64 a hash has, without padding.
struct HashLength {
  std::string_view name;
  size_t length;
};
inline constexpr std::array kLengthsOfHash = {HashLength{"sha256", 43}, HashLength{"sha384", 64},
                                              HashLength{"sha512", 86}};

/// A set of kinds of characters, one bit each.
using Class = uint16_t;
inline constexpr Class kUpper = 1, kLower = 2, kDigit = 4, kHexLower = 8, kUnderline = 16,
                       kDash = 32, kBase64Sign = 64, kEquals = 128;
/// What stands in a value that is not quoted: all bytes but blanks, quotes, commas and semicolons;
/// brackets and colons apart. And all bytes of a line.
inline constexpr Class kPlain = 256, kClose = 512, kColon = 1024, kLine = 2048;
inline constexpr Class kDotTilde = 4096;
inline constexpr Class kAlnum = kUpper | kLower | kDigit;
inline constexpr Class kWord = kAlnum | kUnderline;
inline constexpr Class kUrlSafe = kWord | kDash;
inline constexpr Class kHex = kHexLower | kDigit;
inline constexpr Class kBig = kUpper | kDigit, kSmall = kLower | kDigit;
inline constexpr Class kBase64 = kAlnum | kBase64Sign, kUuid = kHex | kDash;

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
  classes['.'] = classes['~'] = kDotTilde;
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

/// A literal, then runs of characters with literals between them. A literal with a sign in it
/// (`ghp_`) tells a token wherever it stands, and the last run is as long as it goes; one without
/// (`AKIA`) only where a word begins, and as long as it says.
struct Shape {
  std::string_view rule;
  std::string_view start;
  std::array<Run, 3> runs;
  bool by_chance = false;  ///< only with a body that nobody writes as words (is_like_chance())
};

constexpr bool has_a_sign(const Shape& shape) {
  return shape.start.find_first_of("_-.=:~$") != std::string_view::npos;
}

constexpr bool has_both_cases(const Shape& shape) {
  return std::ranges::any_of(
      shape.runs, [](const Run& run) { return (run.chars & kUpper) && (run.chars & kLower); });
}

/// A bot's id in base64, of digits, then a time and a proof.
constexpr Shape discord_token(std::string_view first_digits) {
  return {"discord-token",
          first_digits,
          {{{kUrlSafe, 22, 26, "."}, {kUrlSafe, 6, 0, "."}, {kUrlSafe, 27, 38}}},
          true};
}

inline constexpr std::array kShapes = std::to_array<Shape>({
    {"age-key", "AGE-SECRET-KEY-1", {{{kBig, 50, kMany}}}},
    {"age-key", "AGE-SECRET-KEY-PQ-1", {{{kBig, 50, kMany}}}},
    {"aws-access-key", "AKIA", {{{kBig, 16}}}},
    {"aws-access-key", "ASIA", {{{kBig, 16}}}},
    {"azure-storage-key", "AccountKey=", {{{kBase64, 86, 0, "=="}}}},
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
    {"slack-token", "xapp-1-", {{{kBig, 9, 12, "-"}, {kDigit, 10, 14, "-"}, {kHex, 64}}}},
    {"slack-webhook",
     "https://hooks.slack.com/services/T",
     {{{kBig, 7, 12, "/B"}, {kBig, 7, 12, "/"}, {kAlnum, 24}}}},
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
    {"vault-token", "hvs.", {{{kUrlSafe, 24, kMany}}}, true},
    {"databricks-token", "dapi", {{{kHex, 32}}}},
    {"grafana-token", "glsa_", {{{kAlnum, 32, 0, "_"}, {kAlnum, 8}}}},
    {"newrelic-key", "NRAK-", {{{kBig, 27}}}},
    {"linear-key", "lin_api_", {{{kAlnum, 40}}}},
    {"notion-token", "ntn_", {{{kAlnum, 46}}}},
    {"doppler-token", "dp.pt.", {{{kAlnum, 43}}}},
    {"onepassword-token", "ops_eyJ", {{{kBase64, 200, kMany}}}},
    {"aws-access-key", "ABSKQmVkcm9ja0FQSUtleS1", {{{kBase64, 80, kMany}}}},
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
    {"grafana-token", "glc_", {{{kBase64, 32, kMany}}}},
    {"grafana-token", "eyJrIjoi", {{{kBase64, 70, kMany}}}},
    {"vault-token", "hvb.", {{{kUrlSafe, 24, kMany}}}, true},
    {"vault-token", "hvr.", {{{kUrlSafe, 24, kMany}}}, true},
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
    {"sentry-token", "sntrys_eyJpYXQiO", {{{kBase64, 80, kMany}}}},
    {"sentry-token", "sntryu_", {{{kHex, 64}}}},
    {"twilio-key", "SK", {{{kHex, 32}}}},
    {"heroku-key", "HRKU-AA", {{{kUrlSafe, 58}}}},
    {"private-key", "MII", {{{kBase64, 3, 0, "IBAAK"}, {kBase64, 40, kMany}}}},
    {"private-key", "MII", {{{kBase64, 3, 0, "IBADANBgkqhkiG9w0BAQEFAAS"}, {kBase64, 20, kMany}}}},
    {"private-key", "MIGHAgEAMBMGByqGSM49AgEG", {{{kBase64, 40, kMany}}}},
    {"private-key", "MEECAQAwEwYHKoZIzj0CAQYI", {{{kBase64, 40, kMany}}}},
    {"private-key", "MC4CAQAwBQYDK2VwBCIEI", {{{kBase64, 43}}}},
    {"private-key", "b3BlbnNzaC1rZXktdjEA", {{{kBase64, 40, kMany}}}},
    {"private-key", "RWRTY0Iy", {{{kBase64, 100, kMany}}}},
    {"wireguard-key", "PrivateKey = ", {{{kBase64, 43, 0, "="}}}},
    {"wireguard-key", "PrivateKey=", {{{kBase64, 43, 0, "="}}}},
    {"aws-access-key", "ABIA", {{{kBig, 16}}}},
    {"aws-access-key", "ACCA", {{{kBig, 16}}}},
    {"aws-access-key", "bedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29t", {{{kBase64, 40, kMany}}}},
    {"aws-session-token", "IQoJb3JpZ2luX2Vj", {{{kBase64, 100, kMany}}}},
    {"aws-session-token", "FwoGZXIvYXdzE", {{{kBase64, 100, kMany}}}},
    {"azure-access-key", "SharedAccessKey=", {{{kBase64, 43, 0, "="}}}},
    {"google-oauth-token", "ya29.", {{{kUrlSafe, 40, kMany}}}, true},
    {"google-oauth-token", "1//0", {{{kUrlSafe, 60, kMany}}}, true},
    {"gitlab-token", "glrtr-", {{{kUrlSafe, 20, kMany}}}},
    {"gitlab-token", "glwt-", {{{kUrlSafe, 20, kMany}}}, true},
    {"atlassian-token", "ATCTT3", {{{kUrlSafe | kEquals, 180, kMany}}}},
    {"atlassian-token", "ATBB", {{{kAlnum, 32}}}, true},
    {"slack-token", "xoxc-", {{{kDigit, 9, 14, "-"}, {kAlnum | kDash, 24, kMany}}}},
    {"slack-token", "xoxd-", {{{kBase64, 60, kMany}}}},
    {"slack-webhook",
     "https://hooks.slack.com/workflows/T",
     {{{kBig, 7, 12, "/A"}, {kBig, 7, 12, "/"}, {kBase64, 30, kMany}}}},
    {"slack-webhook",
     "https://hooks.slack.com/triggers/",
     {{{kBig, 9, 13, "/"}, {kDigit, 9, 14, "/"}, {kHex, 32}}}},
    {"teams-webhook",
     ".webhook.office.com/webhookb2/",
     {{{kUuid, 36, 0, "@"}, {kUuid, 36, 0, "/IncomingWebhook/"}, {kHex, 32}}}},
    discord_token("MT"),
    discord_token("Mj"),
    discord_token("Mz"),
    discord_token("ND"),
    discord_token("NT"),
    discord_token("Nj"),
    discord_token("Nz"),
    discord_token("OD"),
    discord_token("OT"),
    {"openrouter-key", "sk-or-v1-", {{{kHex, 64}}}},
    {"groq-key", "gsk_", {{{kAlnum, 52}}}},
    {"xai-key", "xai-", {{{kAlnum, 80}}}},
    {"replicate-token", "r8_", {{{kAlnum, 37}}}, true},
    {"together-key", "tgp_v1_", {{{kUrlSafe, 43}}}},
    {"pinecone-key", "pcsk_", {{{kAlnum, 5, 6, "_"}, {kAlnum, 60, kMany}}}},
    {"nvidia-key", "nvapi-", {{{kUrlSafe, 64}}}},
    {"cerebras-key", "csk-", {{{kAlnum, 48}}}, true},
    {"elevenlabs-key", "sk_", {{{kHex, 48}}}},
    {"langfuse-key", "sk-lf-", {{{kUuid, 36}}}},
    {"langsmith-key", "lsv2_pt_", {{{kHex, 32, 0, "_"}, {kHex, 10}}}},
    {"langsmith-key", "lsv2_sk_", {{{kHex, 32, 0, "_"}, {kHex, 10}}}},
    {"huggingface-token", "api_org_", {{{kAlnum, 34}}}, true},
    {"stripe-key", "whsec_", {{{kBase64, 32, kMany}}}, true},
    {"square-token", "sq0atp-", {{{kUrlSafe, 22}}}},
    {"square-token", "sq0csp-", {{{kUrlSafe, 43}}}},
    {"braintree-token", "access_token$production$", {{{kSmall, 16, 0, "$"}, {kHex, 32}}}},
    {"plaid-token", "access-production-", {{{kUuid, 36}}}},
    {"flutterwave-key", "FLWSECK-", {{{kSmall, 32}}}},
    {"easypost-key", "EZAK", {{{kAlnum, 54}}}},
    {"clickup-token", "pk_", {{{kDigit, 6, 10, "_"}, {kBig, 32}}}},
    {"linear-key", "lin_oauth_", {{{kHex, 64}}}},
    {"figma-token", "figd_", {{{kUrlSafe, 40, kMany}}}, true},
    {"airtable-token", "pat", {{{kAlnum, 14, 0, "."}, {kHex, 64}}}},
    {"hubspot-token", "pat-na1-", {{{kUuid, 36}}}},
    {"hubspot-token", "pat-na2-", {{{kUuid, 36}}}},
    {"hubspot-token", "pat-eu1-", {{{kUuid, 36}}}},
    {"typeform-token", "tfp_", {{{kUrlSafe, 40, kMany}}}, true},
    {"contentful-token", "CFPAT-", {{{kUrlSafe, 43}}}},
    {"dropbox-token", "sl.", {{{kUrlSafe, 130, kMany}}}, true},
    {"dropbox-token", "sl.u.", {{{kUrlSafe, 130, kMany}}}, true},
    {"mapbox-token", "sk.eyJ", {{{kUrlSafe, 40, kMany, "."}, {kUrlSafe, 20, kMany}}}},
    {"notion-token", "secret_", {{{kAlnum, 43}}}, true},
    {"resend-key", "re_", {{{kAlnum, 8, 0, "_"}, {kAlnum, 24}}}, true},
    {"brevo-key", "xsmtpsib-", {{{kHex, 64, 0, "-"}, {kAlnum, 16}}}},
    {"supabase-token", "sbp_", {{{kHex, 40}}}},
    {"supabase-token", "sb_secret_", {{{kUrlSafe, 28, kMany}}}, true},
    {"neon-key", "napi_", {{{kSmall, 60, kMany}}}},
    {"aiven-password", "AVNS_", {{{kUrlSafe, 19}}}, true},
    {"cockroach-key", "CCDB1_", {{{kAlnum, 22, 0, "_"}, {kAlnum, 40}}}},
    {"mongodb-secret", "mdb_sa_sk_", {{{kUrlSafe, 40, kMany}}}},
    {"netlify-token", "nfp_", {{{kAlnum, 36}}}, true},
    {"vercel-token", "vercel_blob_rw_", {{{kAlnum, 16, 0, "_"}, {kAlnum, 30}}}},
    {"fly-token", "fm2_", {{{kBase64, 80, kMany}}}},
    {"fly-token", "fo1_", {{{kUrlSafe, 43}}}},
    {"docker-token", "dckr_oat_", {{{kUrlSafe, 32}}}},
    {"nuget-key", "oy2", {{{kSmall, 43}}}},
    {"crates-token", "cio", {{{kAlnum, 32}}}, true},
    {"packagist-token", "packagist_ort_", {{{kHex, 68}}}},
    {"packagist-token", "packagist_uut_", {{{kHex, 68}}}},
    {"circleci-token", "CCIPAT_", {{{kAlnum, 22, 0, "_"}, {kHex, 40}}}},
    {"circleci-token", "CCIPRJ_", {{{kAlnum, 22, 0, "_"}, {kHex, 40}}}},
    {"buildkite-token", "bkua_", {{{kHex, 40}}}},
    {"sonar-token", "squ_", {{{kHex, 40}}}},
    {"sonar-token", "sqp_", {{{kHex, 40}}}},
    {"sonar-token", "sqa_", {{{kHex, 40}}}},
    {"octopus-key", "API-", {{{kBig, 26}}}},
    {"harness-token", "pat.", {{{kUrlSafe, 22, 0, "."}, {kAlnum, 24, 0, "."}, {kAlnum, 20}}}},
    {"harness-token", "sat.", {{{kUrlSafe, 22, 0, "."}, {kAlnum, 24, 0, "."}, {kAlnum, 20}}}},
    {"openshift-token", "sha256~", {{{kUrlSafe, 43}}}},
    {"doppler-token", "dp.ct.", {{{kAlnum, 40, kMany}}}},
    {"doppler-token", "dp.sa.", {{{kAlnum, 40, kMany}}}},
    {"doppler-token", "dp.scim.", {{{kAlnum, 40, kMany}}}},
    {"doppler-token", "dp.audit.", {{{kAlnum, 40, kMany}}}},
    {"doppler-token", "dp.st.", {{{kUrlSafe, 2, 35, "."}, {kAlnum, 40, kMany}}}},
    {"doppler-token", "dp.st.", {{{kAlnum, 40, kMany}}}},
    {"onepassword-key", "A3-", {{{kBig, 6, 0, "-"}, {kBig | kDash, 28, 33}}}, true},
    {"tailscale-key", "tskey-", {{{kLower, 3, 8, "-"}, {kAlnum | kDash, 24, kMany}}}, true},
    {"honeycomb-key", "hcaik_", {{{kSmall, 58}}}},
    {"posthog-key", "phx_", {{{kAlnum, 40, kMany}}}},
    {"segment-token", "sgp_", {{{kAlnum, 64}}}},
    {"sourcegraph-token", "sgp_", {{{kHex, 40}}}},
    {"sourcegraph-token", "slk_", {{{kHex, 64}}}},
    {"yandex-key", "AQVN", {{{kUrlSafe, 35, 38}}}, true},
    {"yandex-key", "t1.", {{{kUrlSafe, 20, kMany, "."}, {kUrlSafe, 86}}}, true},
    {"infracost-key", "ico-", {{{kAlnum, 32}}}, true},
    {"bitcoin-key", "xprv", {{{kAlnum, 107}}}},
    {"nebula-key", "dnkey-", {{{kBig, 26, 0, "-"}, {kBig, 52}}}},
    {"kubernetes-token",
     "eyJ",
     // Its payload begins with the issuer, kubernetes/serviceaccount.
     {{{kUrlSafe, 12, kMany, ".eyJpc3MiOiJrdWJlcm5ldGVzL3NlcnZpY2VhY2NvdW50"},
       {kUrlSafe, 12, kMany, "."},
       {kUrlSafe, 32, kMany}}}},
    {"jwt",
     "eyJ",
     {{{kUrlSafe, 12, kMany, ".eyJ"}, {kUrlSafe, 12, kMany, "."}, {kUrlSafe, 32, kMany}}}},
});

inline constexpr uint8_t kNoShape = 255;
static_assert(kShapes.size() < kNoShape);

/// Shapes by their first byte: the first of them, and for each the next one with the same byte; its
/// second byte, and whether it has a sign, which is asked at many places.
struct ShapesByByte {
  std::array<uint8_t, 256> first{};
  std::array<uint8_t, kShapes.size()> next{};
  std::array<char, kShapes.size()> second{};
  std::array<bool, kShapes.size()> is_open{};
};

inline constexpr ShapesByByte kShapesByByte = [] {
  ShapesByByte made;
  made.first.fill(kNoShape);
  for (size_t i = kShapes.size(); i-- > 0;) {
    uint8_t& first = made.first[static_cast<unsigned char>(kShapes[i].start[0])];
    made.next[i] = first;
    made.second[i] = kShapes[i].start[1];
    made.is_open[i] = has_a_sign(kShapes[i]);
    first = static_cast<uint8_t>(i);
  }
  return made;
}();

/// Two bytes that follow each other, the second one by its low six bits.
class Pairs {
 public:
  constexpr void add(char first, char second) {
    x_seconds[static_cast<unsigned char>(first)] |= bit(second);
  }
  constexpr bool may_have(char first, char second) const {
    return (x_seconds[static_cast<unsigned char>(first)] & bit(second)) != 0;
  }

 private:
  static constexpr uint64_t bit(char second) {
    return uint64_t{1} << (static_cast<unsigned char>(second) & 63);
  }
  std::array<uint64_t, 256> x_seconds{};
};

}  // namespace handoff::formats::secret_shapes
