// Message: a sentence of bounded length for a person, without allocation. Parsers use it to tell what is wrong with a
// file and what would be right.
#ifndef TONEGATE_CORE_BASE_MESSAGE_H_
#define TONEGATE_CORE_BASE_MESSAGE_H_

#include <array>
#include <cstdarg>
#include <cstdio>

namespace tonegate {

class Message {
 public:
  // Sets the text, cut to the available length. Always returns false, so that a parser can `return why->Set(...)`.
  __attribute__((format(printf, 2, 3))) bool Set(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text_.data(), text_.size(), format, arguments);
    va_end(arguments);
    return false;
  }
  // The text, terminated by a zero.
  const char* c_str() const { return text_.data(); }

 private:
  std::array<char, 240> text_{};
};

}  // namespace tonegate

#endif  // TONEGATE_CORE_BASE_MESSAGE_H_
