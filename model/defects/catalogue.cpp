#include "model/defects/defect.hpp"

namespace model {

std::span<const Defect> defects() {
  static const Defect table[] = {flink_10354, flink_15152, flink_23532};
  return table;
}

const Defect* find_defect(std::string_view id) {
  for (const Defect& d : defects())
    if (d.id == id) return &d;
  return nullptr;
}

}  // namespace model
