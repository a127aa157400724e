// The record's schema through ajv: node schema.mjs [RECORD.json...]
// Without files: the schema itself, records that must pass and records that must not.

import { readFileSync } from "node:fs";
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

const schema = JSON.parse(readFileSync(new URL("../../schema/handoff.v1.schema.json", import.meta.url), "utf8"));
const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });
addFormats(ajv);
const validate = ajv.compile(schema);
let failures = 0;

function expect(valid, record, name) {
  if (validate(record) === valid) return;
  ++failures;
  console.error(`${name}: ${valid ? ajv.errorsText(validate.errors) : "passes, and should not"}`);
}

for (const file of process.argv.slice(2)) expect(true, JSON.parse(readFileSync(file, "utf8")), file);

expect(true, {}, "an empty record");
expect(true, { version: 1, status: "paused", unknown: { kept: [1] } }, "unknown fields");
expect(true, {
  version: "1.0", phase: "03", task: null, plan: 4, status: "a whole sentence", uncommitted_files: "all of src (pre-existing)",
  context_notes: ["one", "two"], human_actions_pending: ["call Ann"], completed_tasks: [{ status: "built", commit: "pending" }, "text"],
  task_list: null, blockers: [],
}, "the shapes in the wild");
expect(true, { decisions: { binding: [{ decision: "x" }], technical: [] }, documents: { design: [{ path: "/a" }] } }, "decisions and documents by kind");
expect(true, { git: { id: "main-20260324-143000-7f3a", branch: null, base: "0".repeat(40), wip_commit: null, on_branch: true, modes: [{ path: "a", mode: "0600" }] } }, "a git block");
expect(false, [], "a list");
expect(false, { completed_tasks: 3 }, "tasks that are a number");
expect(false, { git: { base: "HEAD" } }, "a base that is no hash");
expect(false, { git: { modes: [{ path: "a", mode: "rw" }] } }, "a mode that is no mode");
if (failures === 0) console.log("schema: ok");
process.exit(failures === 0 ? 0 : 1);
