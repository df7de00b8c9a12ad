#pragma once
// The JSON Schema (draft 2020-12) of the documents that verbs print with --format json; report/README.md says in words
// what the keys mean. Tested in tests/report/result_schema_test.cpp on documents of every verb.
#include <nlohmann/json_fwd.hpp>

namespace report {

nlohmann::ordered_json result_schema();

}  // namespace report
