// The rules of MakeRuleTable as data. Formants in Hz of a man's voice: for Mandarin after Wu Zongji (1986) and Howie
// (1976), for English after Peterson and Barney (1952), rounded.
#ifndef TONEGATE_CORE_VOCODER_RULE_SOUNDS_H_
#define TONEGATE_CORE_VOCODER_RULE_SOUNDS_H_

#include <array>
#include <cstdint>
#include <string_view>

namespace tonegate::rules {

struct Formants {
  float f1;
  float f2;
  float f3;
  bool nasal = false;  // weaker at high frequencies, with a low first formant of the nose
};

struct Vowel {
  char symbol;
  Formants formants;
};

// Letters name the targets of the paths below.
inline constexpr std::array<Vowel, 27> kVowels = {{
    {'a', {800, 1250, 2600}},       {'A', {750, 1100, 2500}},                                  // before ng and u
    {'E', {600, 1750, 2500}},                                                                  // of ian, van
    {'o', {520, 850, 2500}},        {'e', {500, 1200, 2500}},       {'F', {520, 1850, 2550}},  // of ie, ve, ei
    {'x', {530, 1400, 2450}},                                                                  // of en
    {'i', {300, 2250, 3000}},       {'u', {330, 680, 2400}},        {'v', {300, 2000, 2400}},
    {'z', {370, 1350, 2700}},       {'j', {380, 1650, 2150}},       {'r', {480, 1350, 1750}},
    {'n', {280, 1650, 2500, true}}, {'N', {280, 1100, 2300, true}}, {'m', {270, 1050, 2200, true}},
    {'1', {730, 1090, 2440}},       {'2', {660, 1720, 2410}},       {'3', {640, 1190, 2390}},
    {'4', {570, 840, 2410}},        {'5', {530, 1840, 2480}},       {'6', {490, 1350, 1690}},
    {'7', {390, 1990, 2550}},       {'8', {270, 2290, 3010}},       {'9', {440, 1020, 2240}},
    {'0', {300, 870, 2240}},        {'l', {360, 1250, 2700}},
}};

struct Path {
  std::string_view name;
  std::string_view targets;  // one to three letters of kVowels
};

inline constexpr std::array<Path, 39> kFinals = {{
    {"a", "a"},      {"o", "uo"},   {"e", "e"},      {"ai", "ai"},   {"ei", "Fi"},    {"ao", "Au"},    {"ou", "ou"},
    {"an", "an"},    {"en", "xn"},  {"ang", "AN"},   {"eng", "eN"},  {"er", "ar"},    {"i", "i"},      {"ii", "z"},
    {"iii", "j"},    {"ia", "ia"},  {"ie", "iF"},    {"iao", "iAu"}, {"iu", "iou"},   {"ian", "iEn"},  {"in", "in"},
    {"iang", "iAN"}, {"ing", "iN"}, {"iong", "vuN"}, {"io", "io"},   {"u", "u"},      {"ua", "ua"},    {"uo", "uo"},
    {"uai", "uai"},  {"ui", "uFi"}, {"uan", "uan"},  {"un", "uxn"},  {"uang", "uAN"}, {"ueng", "ueN"}, {"ong", "uN"},
    {"v", "v"},      {"ve", "vF"},  {"van", "vEn"},  {"vn", "vn"},
}};

inline constexpr std::array<Path, 15> kEnglishVowels = {{
    {"AA", "1"},
    {"AE", "2"},
    {"AH", "3"},
    {"AO", "4"},
    {"AW", "10"},
    {"AY", "18"},
    {"EH", "5"},
    {"ER", "6"},
    {"EY", "58"},
    {"IH", "7"},
    {"IY", "8"},
    {"OW", "40"},
    {"OY", "48"},
    {"UH", "9"},
    {"UW", "0"},
}};

struct Tone {
  char name;
  uint8_t duration_ms;
  std::array<float, 5> semitones;
};

inline constexpr std::array<Tone, 5> kTones = {{
    {'1', 190, {3.5F, 4, 4, 4, 3.8F}},
    {'2', 195, {-1.5F, -2, -1, 1.5F, 3.5F}},
    {'3', 205, {-2, -4, -5.5F, -5.5F, -4}},
    {'4', 170, {5, 4.5F, 2, -1.5F, -4}},
    {'5', 110, {0.5F, 0, -0.5F, -1.5F, -2}},
}};

// Tones of English stress: none, primary, secondary.
inline constexpr std::array<Tone, 3> kStresses = {{
    {'0', 70, {0, 0, -0.5F, -0.5F, -1}},
    {'1', 130, {2, 3, 3, 2, 1}},
    {'2', 100, {1, 1, 1, 0.5F, 0}},
}};

struct Consonant {
  std::string_view name;
  uint8_t closure_ms;  // silence, or the voice behind closed lips if voiced
  uint8_t burst_ms;
  uint8_t noise_ms;  // the hiss after it
  uint8_t voice_ms;  // the voice after it, at the formants of `target`
  float peak_hz;     // peak of the noise
  float width_hz;
  float noise_db;  // level at its peak, relative to a vowel's first formant
  bool voiced = false;
  char target = 0;  // letter of kVowels
};

inline constexpr std::array<Consonant, 21> kInitials = {{
    {"b", 50, 8, 0, 0, 700, 1200, -22},     {"p", 45, 8, 55, 0, 900, 2500, -30},
    {"m", 0, 0, 0, 65, 0, 0, 0, true, 'm'}, {"f", 0, 0, 95, 0, 5500, 7000, -36},
    {"d", 45, 8, 0, 0, 4200, 2500, -22},    {"t", 45, 8, 55, 0, 4000, 4000, -28},
    {"n", 0, 0, 0, 60, 0, 0, 0, true, 'n'}, {"l", 0, 0, 0, 55, 0, 0, 0, true, 'l'},
    {"g", 45, 15, 0, 0, 1700, 1200, -22},   {"k", 45, 15, 60, 0, 1700, 2000, -27},
    {"h", 0, 0, 75, 0, 1500, 2500, -32},    {"j", 40, 8, 45, 0, 4500, 3000, -20},
    {"q", 35, 8, 95, 0, 4500, 3000, -19},   {"x", 0, 0, 115, 0, 4500, 3000, -19},
    {"zh", 40, 8, 40, 0, 3200, 2200, -19},  {"ch", 35, 8, 90, 0, 3200, 2200, -18},
    {"sh", 0, 0, 115, 0, 3200, 2200, -18},  {"r", 0, 0, 0, 60, 2600, 2000, -34, true, 'j'},
    {"z", 40, 8, 45, 0, 7000, 3000, -19},   {"c", 35, 8, 90, 0, 7000, 3000, -18},
    {"s", 0, 0, 110, 0, 7000, 3000, -18},
}};

inline constexpr std::array<Consonant, 24> kEnglishConsonants = {{
    {"B", 55, 8, 0, 0, 700, 1200, -24, true},
    {"CH", 45, 8, 75, 0, 3200, 2200, -19},
    {"D", 45, 8, 0, 0, 4200, 2500, -24, true},
    {"DH", 0, 0, 0, 45, 6000, 6000, -38, true, 'l'},
    {"F", 0, 0, 95, 0, 5500, 7000, -36},
    {"G", 45, 15, 0, 0, 1800, 1200, -24, true},
    {"HH", 0, 0, 65, 0, 1500, 2500, -33},
    {"JH", 40, 8, 45, 0, 3200, 2200, -22, true},
    {"K", 55, 15, 35, 0, 1800, 2000, -26},
    {"L", 0, 0, 0, 65, 0, 0, 0, true, 'l'},
    {"M", 0, 0, 0, 70, 0, 0, 0, true, 'm'},
    {"N", 0, 0, 0, 65, 0, 0, 0, true, 'n'},
    {"NG", 0, 0, 0, 75, 0, 0, 0, true, 'N'},
    {"P", 60, 8, 35, 0, 900, 2500, -29},
    {"R", 0, 0, 0, 65, 0, 0, 0, true, '6'},
    {"S", 0, 0, 105, 0, 6800, 3000, -18},
    {"SH", 0, 0, 110, 0, 3200, 2200, -18},
    {"T", 50, 8, 40, 0, 4200, 4000, -25},
    {"TH", 0, 0, 95, 0, 6000, 7000, -38},
    {"V", 0, 0, 0, 55, 5500, 7000, -38, true, 'u'},
    {"W", 0, 0, 0, 60, 0, 0, 0, true, '0'},
    {"Y", 0, 0, 0, 55, 0, 0, 0, true, '8'},
    {"Z", 0, 0, 0, 80, 6800, 3000, -22, true, 'z'},
    {"ZH", 0, 0, 0, 80, 3200, 2200, -22, true, 'j'},
}};

}  // namespace tonegate::rules

#endif  // TONEGATE_CORE_VOCODER_RULE_SOUNDS_H_
