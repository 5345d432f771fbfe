#ifndef TONEGATE_BIND_LEXICON_CLASS_H_
#define TONEGATE_BIND_LEXICON_CLASS_H_

#include <memory>

#include "bind/arguments.h"
#include "bind/mapped_file.h"
#include "core/search/words/pronounce.h"

namespace tonegate::bind {

class LexiconClass : public Tagged<LexiconClass> {
 public:
  static constexpr const char* kName = "Lexicon";
  static constexpr napi_type_tag kTag = {0xfe9f67b2dd2eeddb, 0x2d5e77f7265bb4a7};
  static Napi::Function Define(Napi::Env env);
  explicit LexiconClass(const Napi::CallbackInfo& info);
  Napi::Value Units(const Napi::CallbackInfo& info);
  Napi::Value Words(const Napi::CallbackInfo& info);
  Napi::Value Text(const Napi::CallbackInfo& info);
  Napi::Value Split(const Napi::CallbackInfo& info);
  Napi::Value Readings(const Napi::CallbackInfo& info);

  const Lexicon& lexicon() const { return lexicon_; }

 private:
  const Pronouncer& pronouncer();

  MappedFile file_;
  Lexicon lexicon_;
  std::unique_ptr<Pronouncer> pronouncer_;  // made at its first use
};

}  // namespace tonegate::bind

#endif  // TONEGATE_BIND_LEXICON_CLASS_H_
