// FLINK-38618: a reader without splits fails, and the enumerator is given back an empty list. It forgets all the same
// that the change log, of which there is one split, has been assigned, and hands it out again while another reader
// has it.
#include "model/defects/gallery.hpp"
#include "model/defects/planting.hpp"

namespace model {
namespace {

void add_nothing_back(World& w, std::uint32_t, bool deployed) {
  if (deployed) hand_out_again(w);
}

}  // namespace

const Defect flink_38618 = {.id = "FLINK-38618",
                            .family = Family::sources,
                            .mistake = "giving back no splits hands out the only one a second time",
                            .versions = "Flink CDC until November 2025",
                            .caught_by = "written-once",
                            .scenario = "scenarios/defects/two-readers-failure.yaml",
                            .plant =
                                [](World::Rules& rules) {
                                  around_redeployment<nothing_before, add_nothing_back>(rules);
                                  add_second_reader(rules, "read_split_handed_out_again");
                                },
                            .words = 1};

}  // namespace model
