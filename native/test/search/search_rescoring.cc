// The model that reorders the hypotheses of a search. Damaged files are refused.
#include "core/search/words/rescoring.h"

#include <cmath>

#include "test/check.h"
#include "test/search/damage.h"
#include "test/search/rescoring_file.h"

namespace tonegate::test {
namespace {

using Sentence = std::vector<uint32_t>;

struct Model {
  RescoringNumbers numbers = SmallNumbers();
  File file = RescoringFile(numbers);
  RescoringModel model;
  Model() {
    Message why;
    CHECK(RescoringModel::Parse(file, &model, &why));
  }
  std::vector<float> Scores(const std::vector<Sentence>& sentences) const {
    std::vector<float> scores;
    model.Score(sentences, &scores);
    return scores;
  }
};

std::vector<double> Apply(const RescoringLayer& layer, const std::vector<double>& x) {
  std::vector<double> out(layer.outputs, layer.bias);
  for (size_t k = 0; k < layer.inputs; ++k) {
    for (size_t n = 0; n < layer.outputs; ++n) out[n] += x[k] * layer.weights[k * layer.outputs + n] * layer.width;
  }
  return out;
}

double Sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

// The score of signs (0 unknown, 1 begin, 2 end, then the characters) in double precision, from the formulas.
double Reference(const RescoringNumbers& numbers, const std::vector<size_t>& signs) {
  constexpr size_t kWidth = RescoringNumbers::kWidth, kHidden = RescoringNumbers::kHidden;
  std::vector<double> hidden(kHidden), cell(kHidden);
  double score = 0;
  size_t last = 1;
  for (const size_t sign : signs) {
    std::vector<double> embedded;
    for (size_t i = 0; i < kWidth; ++i) embedded.push_back(numbers.embeddings[last * kWidth + i] * numbers.width);
    const std::vector<double> x = Apply(numbers.input, embedded), y = Apply(numbers.recurrent, hidden);
    for (size_t i = 0; i < kHidden; ++i) {
      const auto gate = [&](size_t kind) { return x[kind * kHidden + i] + y[kind * kHidden + i]; };
      cell[i] = Sigmoid(gate(1)) * cell[i] + Sigmoid(gate(0)) * std::tanh(gate(2));
      hidden[i] = Sigmoid(gate(3)) * std::tanh(cell[i]);
    }
    const std::vector<double> output = Apply(numbers.projection, hidden);
    for (size_t i = 0; i < kWidth; ++i)
      score += std::tanh(output[i]) * numbers.embeddings[sign * kWidth + i] * numbers.width;
    score += numbers.bias;
    last = sign;
  }
  return score;
}

void Cases() {
  Case("the score of a sentence is that of the network in plain arithmetic, to a few steps of 8 bits", [] {
    const Model small;
    const auto near = [](float value, double wanted) { return std::abs(value - wanted) < 0.05; };
    CHECK(small.model.characters() == 3);
    CHECK(near(small.Scores({{}})[0], Reference(small.numbers, {2})));
    CHECK(near(small.Scores({{U'A'}})[0], Reference(small.numbers, {3, 2})));
    CHECK(near(small.Scores({{U'B', U'A', U'\u4e00', U'B'}})[0], Reference(small.numbers, {4, 3, 5, 4, 2})));
  });
  Case("sentences with an equal beginning have the scores that each has alone", [] {
    const Model small;
    const std::vector<Sentence> sentences = {{U'A', U'B', U'A'}, {U'A', U'B', U'B'}, {U'A', U'B'}, {U'B'}, {U'A', U'B', U'A'}};
    const std::vector<float> together = small.Scores(sentences);
    for (size_t at = 0; at < sentences.size(); ++at) CHECK(together[at] == small.Scores({sentences[at]})[0]);
    CHECK(together[0] == together[4] && together[0] != together[1]);
  });
  Case("sentences that end in the same eight characters are read on together", [] {
    const Model small;
    const Sentence same = {U'A', U'B', U'A', U'\u4e00', U'B', U'B', U'A', U'A'};
    Sentence one = {U'A'}, other = {U'B'};
    one.insert(one.end(), same.begin(), same.end());
    other.insert(other.end(), same.begin(), same.end());
    const std::vector<float> scores = small.Scores({one, other});
    one.push_back(U'B');
    other.push_back(U'B');
    const std::vector<float> longer = small.Scores({one, other});
    CHECK(std::abs((longer[1] - longer[0]) - (scores[1] - scores[0])) < 1e-5);
    CHECK(longer[0] == small.Scores({one})[0] && longer[1] != small.Scores({other})[0]);
  });
  Case("a character that is unknown or not counted is read, and costs nothing", [] {
    const Model small;
    const auto near = [](float value, double wanted) { return std::abs(value - wanted) < 0.05; };
    const double unknown = Reference(small.numbers, {0, 3, 2}) - Reference(small.numbers, {0});
    CHECK(near(small.Scores({{U'Z', U'A'}})[0], unknown));
    const double uncounted = Reference(small.numbers, {4, 3, 2}) - Reference(small.numbers, {4});
    CHECK(near(small.Scores({{U'B' | RescoringModel::kUncounted, U'A'}})[0], uncounted));
    CHECK(small.Scores({}).empty());
  });
  Case("a damaged rescoring model is refused or scores without leaving its memory", [] {
    size_t sound = 0;
    EachDamage(RescoringFile(SmallNumbers()), [&](Bytes bytes) {
      RescoringModel model;
      Message why;
      const bool is_sound = RescoringModel::Parse(bytes, &model, &why);
      CHECK(is_sound == (why.c_str()[0] == 0));
      if (!is_sound) return false;
      ++sound;
      std::vector<float> scores;
      model.Score(std::vector<Sentence>{{U'A', U'B', 7}, {U'A'}}, &scores);
      for (const float score : scores) CHECK(std::isfinite(score));
      return true;
    });
    CHECK(sound > 0);
  });
}

}  // namespace
}  // namespace tonegate::test

int main() {
  tonegate::test::Cases();
  return tonegate::test::Finish();
}
