#ifndef TONEGATE_BIND_HOTWORD_CLASS_H_
#define TONEGATE_BIND_HOTWORD_CLASS_H_

#include <memory>

#include "bind/arguments.h"
#include "core/search/words/context_graph.h"

namespace tonegate::bind {

class HotwordClass : public Tagged<HotwordClass> {
 public:
  static constexpr const char* kName = "HotwordGraph";
  static constexpr napi_type_tag kTag = {0x06006c1bdd1375d5, 0x2dde6441c04b0c8e};
  static Napi::Function Define(Napi::Env env);
  explicit HotwordClass(const Napi::CallbackInfo& info);
  Napi::Value Nodes(const Napi::CallbackInfo& info);

  // Hotwords over units; for a search with a lexicon, only those that should be recognised.
  const ContextGraph* units(bool with_lexicon) const { return with_lexicon ? wanted_.get() : all_.get(); }
  // Hotwords over the language model's words, which should be avoided.
  const ContextGraph* words() const { return avoided_.get(); }

 private:
  std::unique_ptr<ContextGraph> all_;
  std::unique_ptr<ContextGraph> wanted_;
  std::unique_ptr<ContextGraph> avoided_;
};

}  // namespace tonegate::bind

#endif  // TONEGATE_BIND_HOTWORD_CLASS_H_
