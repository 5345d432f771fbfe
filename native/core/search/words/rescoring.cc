#include "core/search/words/rescoring.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "core/encoder/loops.h"

namespace tonegate {
namespace {

constexpr size_t kHeaderBytes = 24;
constexpr uint32_t kMaxCharacters = 65'535;
constexpr uint32_t kMaxWidth = 1'024;
constexpr float kMostValue = 1e4F;

bool AreModerate(const ArrayView<float>& values, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (!(std::fabs(values[i]) <= kMostValue)) return false;
  }
  return true;
}

std::vector<float> Copy(const ArrayView<float>& values, size_t count) {
  std::vector<float> copy(count);
  for (size_t i = 0; i < count; ++i) copy[i] = values[i];
  return copy;
}

// Takes a matrix: scale and offset of its input, widths and bias of its outputs, weights.
bool TakeMatrix(SectionReader* reader, size_t inputs, size_t outputs, const char* name, ByteMatrix* out, Message* why) {
  ArrayView<float> scale, widths, bias;
  ArrayView<uint8_t> weights;
  if (!reader->Take(2, &scale) || !reader->Take(outputs, &widths) || !reader->Take(outputs, &bias) ||
      !reader->Take(inputs * outputs, &weights)) {
    return why->Set("the rescoring model ends before its %s matrix of %zu x %zu does", name, inputs, outputs);
  }
  const float step = scale[0], offset = scale[1];
  if (!(step > 0 && step <= kMostValue && offset >= 0 && offset <= 255 && offset == std::floor(offset)))
    return why->Set("the %s matrix has no scale above 0 with a whole offset of 0 to 255", name);
  if (!AreModerate(widths, outputs) || !AreModerate(bias, outputs))
    return why->Set("the %s matrix has a width or bias beyond %.0f", name, static_cast<double>(kMostValue));
  const auto* first = reinterpret_cast<const int8_t*>(weights.data());
  if (!ByteMatrix::Make({first, inputs * outputs}, inputs, {.scale = step, .offset = static_cast<int>(offset)},
                        Copy(widths, outputs), Copy(bias, outputs), out)) {
    return why->Set("two neighbouring weights of the %s matrix exceed %d together", name, ByteMatrix::kPairLimit);
  }
  return true;
}

// The product of rows of floats with a matrix.
void Multiply(const Loops& loops, const ByteMatrix& matrix, const std::vector<float>& rows, size_t count,
              std::vector<float>* out) {
  std::vector<uint8_t> bytes(count * matrix.stride());
  for (size_t row = 0; row < count; ++row) {
    loops.quantise(&rows[row * matrix.inputs()], matrix.inputs(), matrix.scale(), &bytes[row * matrix.stride()]);
  }
  out->resize(count * matrix.outputs());
  loops.product(matrix, bytes.data(), count, out->data());
}

}  // namespace

bool RescoringModel::Parse(Bytes bytes, RescoringModel* out, Message* why) {
  if (bytes.size() < kHeaderBytes || std::memcmp(bytes.data(), "TGRS", 4) != 0)
    return why->Set("not a rescoring model: it must begin with TGRS and a header of %zu bytes", kHeaderBytes);
  const unsigned version = LoadU16Le(&bytes[4]);
  if (version != 1) return why->Set("rescoring model of version %u; this program reads version 1", version);
  const uint32_t characters = LoadU32Le(&bytes[8]), width = LoadU32Le(&bytes[12]), hidden = LoadU32Le(&bytes[16]);
  if (characters == 0 || characters > kMaxCharacters)
    return why->Set("rescoring model of %u characters; 1 to %u are read", characters, kMaxCharacters);
  if (width == 0 || width > kMaxWidth || hidden == 0 || hidden > kMaxWidth)
    return why->Set("rescoring model of width %u and %u; 1 to %u are read", width, hidden, kMaxWidth);
  RescoringModel made;
  made.characters_ = characters;
  made.width_ = width;
  made.hidden_ = hidden;
  const size_t signs = characters + kFirst;
  SectionReader reader(bytes.subspan(kHeaderBytes));
  if (!reader.Take(characters, &made.code_points_) || !reader.Take(signs * width, &made.embeddings_) ||
      !reader.Take(signs, &made.widths_) || !reader.Take(signs, &made.bias_)) {
    return why->Set("the rescoring model ends before its %u characters do", characters);
  }
  for (size_t i = 1; i < characters; ++i) {
    if (made.code_points_[i - 1] >= made.code_points_[i])
      return why->Set("the characters of the rescoring model are out of order");
  }
  if (!AreModerate(made.widths_, signs) || !AreModerate(made.bias_, signs))
    return why->Set("a character of the rescoring model has a width or bias beyond %.0f", static_cast<double>(kMostValue));
  if (!TakeMatrix(&reader, width, 4 * hidden, "input", &made.input_, why) ||
      !TakeMatrix(&reader, hidden, 4 * hidden, "recurrent", &made.recurrent_, why) ||
      !TakeMatrix(&reader, hidden, width, "projection", &made.projection_, why)) {
    return false;
  }
  if (reader.remaining() != 0) return why->Set("%zu bytes follow the rescoring model", reader.remaining());
  *out = std::move(made);
  return true;
}

uint32_t RescoringModel::SignOf(uint32_t code_point) const {
  size_t low = 0, high = characters_;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (code_points_[middle] < code_point) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < characters_ && code_points_[low] == code_point ? static_cast<uint32_t>(low) + kFirst : kUnknown;
}

float RescoringModel::ScoreOf(uint32_t sign, const float* output) const {
  const auto* embedding = reinterpret_cast<const int8_t*>(embeddings_.data()) + sign * width_;
  float sum = 0;
  for (size_t i = 0; i < width_; ++i) sum += output[i] * embedding[i];
  return sum * widths_[sign] + bias_[sign];
}

void RescoringModel::Step(const States& before, std::span<const uint32_t> rows, std::span<const uint32_t> signs,
                          States* after) const {
  const Loops& loops = BestLoops();
  const size_t count = signs.size();
  // Most hypotheses read the same character at a place: its input is multiplied once.
  std::vector<uint32_t> read;
  std::vector<size_t> read_of(count);
  for (size_t row = 0; row < count; ++row) {
    read_of[row] = static_cast<size_t>(std::find(read.begin(), read.end(), signs[row]) - read.begin());
    if (read_of[row] == read.size()) read.push_back(signs[row]);
  }
  std::vector<float> embedded(read.size() * width_), hidden(count * hidden_), gates, more;
  for (size_t at = 0; at < read.size(); ++at) {
    const auto* embedding = reinterpret_cast<const int8_t*>(embeddings_.data()) + read[at] * width_;
    const float width = widths_[read[at]];
    for (size_t i = 0; i < width_; ++i) embedded[at * width_ + i] = embedding[i] * width;
  }
  after->cell.resize(count * hidden_);
  for (size_t row = 0; row < count; ++row) {
    std::copy_n(&before.hidden[rows[row] * hidden_], hidden_, &hidden[row * hidden_]);
    std::copy_n(&before.cell[rows[row] * hidden_], hidden_, &after->cell[row * hidden_]);
  }
  Multiply(loops, input_, embedded, read.size(), &gates);
  Multiply(loops, recurrent_, hidden, count, &more);
  for (size_t row = 0; row < count; ++row) {
    loops.lstm(&gates[read_of[row] * 4 * hidden_], &more[row * 4 * hidden_], hidden_, &after->cell[row * hidden_],
               &hidden[row * hidden_]);
  }
  Multiply(loops, projection_, hidden, count, &after->output);
  loops.tanh(after->output.data(), after->output.size());
  after->hidden = std::move(hidden);
}

void RescoringModel::Score(std::span<const std::vector<uint32_t>> sentences, std::vector<float>* scores) const {
  scores->assign(sentences.size(), 0);
  std::vector<std::vector<uint32_t>> read(sentences.size());
  for (size_t at = 0; at < sentences.size(); ++at) {
    for (const uint32_t code_point : sentences[at]) read[at].push_back(SignOf(code_point & ~kUncounted));
  }
  States now, next;
  now.hidden.assign(hidden_, 0);
  now.cell.assign(hidden_, 0);
  const uint32_t begin[] = {kBegin}, first[] = {0};
  Step(now, first, begin, &next);
  std::swap(now, next);

  std::vector<uint32_t> row_of(sentences.size(), 0);
  std::vector<size_t> left(sentences.size());
  for (size_t at = 0; at < left.size(); ++at) left[at] = at;
  std::vector<uint32_t> rows, signs;
  std::vector<size_t> owners;
  for (size_t length = 0; !left.empty(); ++length) {
    rows.clear();
    signs.clear();
    owners.clear();
    std::vector<size_t> longer;
    for (const size_t at : left) {
      const std::vector<uint32_t>& own = read[at];
      const float* output = &now.output[row_of[at] * width_];
      if (length == own.size()) {
        (*scores)[at] += ScoreOf(kEnd, output);
        continue;
      }
      const uint32_t sign = own[length];
      if (sign != kUnknown && (sentences[at][length] & kUncounted) == 0) (*scores)[at] += ScoreOf(sign, output);
      size_t row = 0;
      for (; row < owners.size(); ++row) {
        if (rows[row] == row_of[at] && signs[row] == sign) break;
        const std::vector<uint32_t>& other = read[owners[row]];
        if (length + 1 >= kShared && std::equal(own.begin() + static_cast<ptrdiff_t>(length + 1 - kShared),
                                                own.begin() + static_cast<ptrdiff_t>(length + 1),
                                                other.begin() + static_cast<ptrdiff_t>(length + 1 - kShared))) {
          break;
        }
      }
      if (row == owners.size()) {
        rows.push_back(row_of[at]);
        signs.push_back(sign);
        owners.push_back(at);
      }
      row_of[at] = static_cast<uint32_t>(row);
      longer.push_back(at);
    }
    left = std::move(longer);
    if (left.empty()) return;
    Step(now, rows, signs, &next);
    std::swap(now, next);
  }
}

}  // namespace tonegate
