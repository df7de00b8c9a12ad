// The fuzzer's way into the laws of histories; built with QUIESCE_FUZZ, run by the script beside it.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tests/fuzz/history_laws.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string broken = fuzz::broken_history_law({reinterpret_cast<const char*>(data), size});
  if (broken.empty()) return 0;
  std::fputs(broken.c_str(), stderr);
  std::abort();
}
