// A small rescoring model, written byte by byte in the format of docs/model-formats.md.
#ifndef TONEGATE_TEST_RESCORING_FILE_H_
#define TONEGATE_TEST_RESCORING_FILE_H_

#include <bit>
#include <cstdint>
#include <vector>

#include "test/samples.h"
#include "test/search/search_files.h"

namespace tonegate::test {

// A layer: out = bias + sum over its inputs of value * weight * width.
struct RescoringLayer {
  size_t inputs, outputs;
  float scale;
  std::vector<int8_t> weights;  // inputs x outputs
  float width;
  float bias;
};

struct RescoringNumbers {
  static constexpr size_t kWidth = 4, kHidden = 3;
  std::vector<uint32_t> code_points;
  std::vector<int8_t> embeddings;  // (3 + characters) x kWidth
  float width = 0.05F, bias = -0.5F;
  RescoringLayer input, recurrent, projection;
};

inline RescoringLayer LayerOf(size_t inputs, size_t outputs, float scale, int seed) {
  RescoringLayer layer{inputs, outputs, scale, {}, 0.01F, 0.1F};
  for (size_t i = 0; i < inputs * outputs; ++i) {
    layer.weights.push_back(static_cast<int8_t>(static_cast<int>(i * 29 + static_cast<size_t>(seed)) % 121 - 60));
  }
  return layer;
}

inline RescoringNumbers SmallNumbers() {
  RescoringNumbers numbers;
  numbers.code_points = {U'A', U'B', U'\u4e00'};
  for (size_t i = 0; i < 6 * RescoringNumbers::kWidth; ++i) numbers.embeddings.push_back(static_cast<int8_t>(i * 37 % 251 - 125));
  constexpr size_t kWidth = RescoringNumbers::kWidth, kHidden = RescoringNumbers::kHidden;
  numbers.input = LayerOf(kWidth, 4 * kHidden, 0.05F, 7);
  numbers.recurrent = LayerOf(kHidden, 4 * kHidden, 1 / 127.0F, 11);
  numbers.projection = LayerOf(kHidden, kWidth, 1 / 127.0F, 31);
  return numbers;
}

inline File RescoringFile(const RescoringNumbers& numbers) {
  const auto bits = [](float value) { return std::bit_cast<uint32_t>(value); };
  const auto bytes = [](const std::vector<int8_t>& values) {
    std::vector<uint32_t> all;
    for (const int8_t value : values) all.push_back(static_cast<uint8_t>(value));
    return all;
  };
  File header;
  Put(&header, "TGRS");
  PutLe(&header, 1, 4);
  PutLe(&header, numbers.code_points.size(), 4);
  PutLe(&header, RescoringNumbers::kWidth, 4);
  PutLe(&header, RescoringNumbers::kHidden, 4);
  PutLe(&header, 0, 4);
  Sections sections(std::move(header));
  const size_t signs = numbers.code_points.size() + 3;
  sections.Add(numbers.code_points, 4);
  sections.Add(bytes(numbers.embeddings), 1);
  sections.Add(std::vector<uint32_t>(signs, bits(numbers.width)), 4);
  sections.Add(std::vector<uint32_t>(signs, bits(numbers.bias)), 4);
  for (const RescoringLayer* layer : {&numbers.input, &numbers.recurrent, &numbers.projection}) {
    sections.Add(std::vector<uint32_t>{bits(layer->scale), bits(128)}, 4);
    sections.Add(std::vector<uint32_t>(layer->outputs, bits(layer->width * layer->scale)), 4);
    sections.Add(std::vector<uint32_t>(layer->outputs, bits(layer->bias)), 4);
    sections.Add(bytes(layer->weights), 1);
  }
  return sections.Take();
}

}  // namespace tonegate::test

#endif  // TONEGATE_TEST_RESCORING_FILE_H_
