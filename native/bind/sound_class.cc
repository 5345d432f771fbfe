// JavaScript class SoundModel: the weights of a network that hears speech, music and tones; shared by its detectors.
#include "bind/sound_class.h"

#include "bind/mapped_file.h"

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
  std::string path;
  if (!TakeText(info, 0, "path", &path)) return;
  MappedFile file;
  const std::string fault = file.Open(path);
  Message why;
  if (!fault.empty()) {
    Napi::Error::New(info.Env(), path + ": " + fault).ThrowAsJavaScriptException();
  } else if (!SoundNet::Parse(file.bytes(), &net_, &why)) {
    Napi::Error::New(info.Env(), path + ": " + why.c_str()).ThrowAsJavaScriptException();
  }
}

Napi::Value SoundModelClass::LookMs(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), kRowMs * static_cast<double>(net_.shape().look));
}

Napi::Value SoundModelClass::Outputs(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), static_cast<double>(net_.shape().outputs));
}

Napi::Value SoundModelClass::Classes(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), static_cast<double>(net_.shape().classes));
}

}  // namespace tonegate::bind
