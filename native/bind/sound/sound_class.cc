// JavaScript class SoundModel: the weights of a network that recognises speech, music and tones; shared by its
// detectors.
#include "bind/sound/sound_class.h"

#include "bind/file_argument.h"

namespace tonegate::bind {
namespace {

constexpr double kRowMs = 10;

}  // namespace

Napi::Function SoundModelClass::Define(Napi::Env env) {
  return DefineClass(
      env, kName,
      {InstanceAccessor<&SoundModelClass::LookMs>("lookMs"), InstanceAccessor<&SoundModelClass::Outputs>("outputs"),
       InstanceAccessor<&SoundModelClass::Classes>("classes")});
}

SoundModelClass::SoundModelClass(const Napi::CallbackInfo& info) : Tagged(info) {
  MappedFile file;
  OpenFile(info, &file, &net_);
}

Napi::Value SoundModelClass::LookMs(const Napi::CallbackInfo& info) {
  return NewNumber(info.Env(), kRowMs * static_cast<double>(net_.shape().look));
}

Napi::Value SoundModelClass::Outputs(const Napi::CallbackInfo& info) {
  return NewNumber(info.Env(), net_.shape().outputs);
}

Napi::Value SoundModelClass::Classes(const Napi::CallbackInfo& info) {
  return NewNumber(info.Env(), net_.shape().classes);
}

}  // namespace tonegate::bind
