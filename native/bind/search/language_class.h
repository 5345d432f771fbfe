#ifndef TONEGATE_BIND_LANGUAGE_CLASS_H_
#define TONEGATE_BIND_LANGUAGE_CLASS_H_

#include "bind/arguments.h"
#include "bind/mapped_file.h"
#include "core/search/words/ngram.h"

namespace tonegate::bind {

class LanguageClass : public Tagged<LanguageClass> {
 public:
  static constexpr const char* kName = "LanguageModel";
  static constexpr napi_type_tag kTag = {0xfa0f0be9f34c7b6e, 0xf5b32bf15429bd10};
  static Napi::Function Define(Napi::Env env);
  explicit LanguageClass(const Napi::CallbackInfo& info);
  Napi::Value Order(const Napi::CallbackInfo& info);
  Napi::Value Words(const Napi::CallbackInfo& info);
  Napi::Value Score(const Napi::CallbackInfo& info);

  const NgramModel& model() const { return model_; }

 private:
  MappedFile file_;
  NgramModel model_;
};

}  // namespace tonegate::bind

#endif  // TONEGATE_BIND_LANGUAGE_CLASS_H_
