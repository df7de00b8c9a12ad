#pragma once
// The matrix of defects and properties, as text and as JSON.
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "report/gallery.hpp"
#include "report/style.hpp"

namespace report {

// One line: what caught the defect, how, in how many steps.
std::string gallery_line(const GalleryRow& row, const Style& style);
// Rows are defects, columns the properties that noticed any.
std::string gallery_matrix(std::span<const GalleryRow> rows, const Style& style);
std::string gallery_summary(std::span<const GalleryRow> rows, const GallerySummary& summary, const Style& style);
// The chains all of whose links were examined: each mending opened the next hole.
std::string chain_stories(std::span<const GalleryRow> rows, const Style& style);
nlohmann::ordered_json gallery_json(std::span<const GalleryRow> rows, const GallerySummary& summary);

}  // namespace report
