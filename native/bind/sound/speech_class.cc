// JavaScript class SpeechDetector: passes the audio of one call through a SoundModel.
#include "bind/sound/speech_class.h"

#include "bind/sound/sound_class.h"

namespace tonegate::bind {

Napi::Function SpeechClass::Define(Napi::Env env) {
  return DefineClass(env, kName,
                     {InstanceMethod<&SpeechClass::Push>("push"), InstanceMethod<&SpeechClass::Flush>("flush"),
                      InstanceMethod<&SpeechClass::Reset>("reset"), InstanceAccessor<&SpeechClass::Sounds>("sounds"),
                      InstanceAccessor<&SpeechClass::Windows>("windows")});
}

SpeechClass::SpeechClass(const Napi::CallbackInfo& info) : Tagged(info) {
  const Napi::Value value = info[0];
  if (!value.IsObject()) {
    Refuse(info.Env(), "model must be a SoundModel");
    return;
  }
  SoundModelClass* model = SoundModelClass::Unwrap(value.As<Napi::Object>());
  if (model == nullptr) return;
  model_ = Napi::Persistent(value.As<Napi::Object>());
  outputs_ = model->net().shape().outputs;
  classes_ = model->net().shape().classes;
  look_ = model->net().shape().look;
  stream_ = std::make_unique<SoundStream>(model->net());
}

Napi::Value SpeechClass::Speech(Napi::Env env) const {
  Napi::Float32Array array = Napi::Float32Array::New(env, given_.rows);
  if (env.IsExceptionPending()) return array;
  for (size_t i = 0; i < given_.rows; ++i) array.Data()[i] = rows_[i * outputs_];
  return array;
}

Napi::Value SpeechClass::Push(const Napi::CallbackInfo& info) {
  std::span<const int16_t> samples;
  if (!TakeView(info, 0, "samples", &samples)) return info.Env().Undefined();
  const size_t rows = stream_->MaxRows(samples.size()) * outputs_;
  const size_t windows = stream_->MaxWindows(samples.size()) * classes_;
  if (rows_.size() < rows) rows_.resize(rows);
  if (windows_.size() < windows) windows_.resize(windows);
  given_ = stream_->Push(samples, rows_, windows_);
  return Speech(info.Env());
}

Napi::Value SpeechClass::Flush(const Napi::CallbackInfo& info) {
  const size_t rows = (look_ + 1) * outputs_;
  if (rows_.size() < rows) rows_.resize(rows);
  given_ = {stream_->Flush(rows_), 0};
  return Speech(info.Env());
}

void SpeechClass::Reset(const Napi::CallbackInfo&) {
  stream_->Reset();
  given_ = {};
}

Napi::Value SpeechClass::Sounds(const Napi::CallbackInfo& info) {
  return NewFloats(info.Env(), std::span<const float>(rows_).first(given_.rows * outputs_));
}

Napi::Value SpeechClass::Windows(const Napi::CallbackInfo& info) {
  return NewFloats(info.Env(), std::span<const float>(windows_).first(given_.windows * classes_));
}

}  // namespace tonegate::bind
