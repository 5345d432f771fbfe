#ifndef TONEGATE_BIND_PACKER_CLASS_H_
#define TONEGATE_BIND_PACKER_CLASS_H_

#include <memory>

#include "bind/arguments.h"
#include "core/codec/packed/packer.h"

namespace tonegate::bind {

class PackerClass : public Tagged<PackerClass> {
 public:
  static constexpr const char* kName = "Packer";
  static constexpr napi_type_tag kTag = {0x2b51d8a9e6f04c17, 0xa4c90f3e5d7b1862};
  static Napi::Function Define(Napi::Env env);
  explicit PackerClass(const Napi::CallbackInfo& info);
  Napi::Value Pack(const Napi::CallbackInfo& info);

 private:
  std::unique_ptr<Packer> packer_;
};

}  // namespace tonegate::bind

#endif  // TONEGATE_BIND_PACKER_CLASS_H_
