#include <algorithm>
#include <vector>

#include "model/defects/gallery.hpp"

namespace model {

std::string_view to_string(Family f) {
  switch (f) {
    case Family::stop: return "stop and drain";
    case Family::cancel: return "cancel and failover";
    case Family::coordinator: return "checkpoint coordinator";
    case Family::notices: return "what tasks hear of a snapshot";
    case Family::alignment: return "barriers and records in flight";
    case Family::time: return "watermarks and windows";
    case Family::sources: return "positions and splits";
    case Family::sinks: return "transactions and committed output";
    case Family::retention: return "who keeps and deletes snapshots";
    case Family::leadership: return "JobManager failover";
    case Family::controller: return "what starts and stops jobs from outside";
  }
  return "";
}

std::span<const Defect> defects() {
  static const std::vector<Defect> table = [] {
    std::vector<Defect> all;
    for (const Defect* d :
         {&arroyo_1124,      &arroyo_2090cb97, &arroyo_400,     &beam_30903,     &flink_10011,   &flink_10354,
          &flink_12858,      &flink_13256,     &flink_13904,    &flink_13969,    &flink_14145,   &flink_15076,
          &flink_15152,      &flink_17170,     &flink_19300,    &flink_19816,    &flink_20331,   &flink_20396,
          &flink_20427,      &flink_20626,     &flink_20675,    &flink_2098,     &flink_21028,   &flink_21132,
          &flink_21133,      &flink_21351,     &flink_21453,    &flink_21469,    &flink_22239,   &flink_22266,
          &flink_22367,      &flink_22494,     &flink_22574,    &flink_22698,    &flink_23473,   &flink_23532,
          &flink_23884,      &flink_24182,     &flink_24347,    &flink_25256,    &flink_26403,   &flink_26783,
          &flink_27972,      &flink_28265,     &flink_3011,     &flink_30527,    &flink_31077,   &flink_33011,
          &flink_3390,       &flink_34063,     &flink_34117,    &flink_34518,    &flink_35115,   &flink_35857,
          &flink_36455,      &flink_38033,     &flink_38453,    &flink_38618,    &flink_39270,   &flink_4651,
          &flink_4715,       &flink_5007,      &flink_5028,     &flink_5246,     &flink_6006,    &flink_6964,
          &flink_7216,       &flink_7268,      &flink_7783,     &flink_7844,     &flink_7978,    &flink_8459,
          &flink_8484,       &flink_8890,      &flink_9857,     &hudi_4311,      &iceberg_10892, &jet_1544,
          &jet_1879,         &jet_2824,        &jet_542,        &jet_6e9b32595f, &jet_868,       &paimon_9666,
          &risingwave_26339, &seatunnel_3808,  &seatunnel_6193, &spark_19617,    &flink_18071,   &flink_21996,
          &flink_37627})
      all.push_back(*d);
    std::stable_sort(all.begin(), all.end(), [](const Defect& a, const Defect& b) { return a.family < b.family; });
    return all;
  }();
  return table;
}

const Defect* find_defect(std::string_view id) {
  for (const Defect& d : defects())
    if (d.id == id) return &d;
  return nullptr;
}

void plant(const Defect& defect, Spec& spec) {
  defect.set(spec.semantics);
  spec.planted_words = defect.words;
}

}  // namespace model
