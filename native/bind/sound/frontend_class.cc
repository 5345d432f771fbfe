// JavaScript class Frontend: see NativeFrontend in src/native/index.ts.
#include "bind/sound/frontend_class.h"

#include <algorithm>
#include <limits>

namespace tonegate::bind {
namespace {

constexpr size_t kStride = 8;  // eventStride of src/native/index.ts

using SampleRoom = Napi::Reference<Napi::Int16Array>;

Napi::Int16Array NewRoom(Napi::Env env, size_t samples, SampleRoom* room) {
  Napi::Int16Array array = Napi::Int16Array::New(env, samples);
  if (!env.IsExceptionPending()) *room = Napi::Persistent(array);
  return array;
}

// Publishes samples as FrontendClass::Publish does events.
bool PublishSamples(Napi::Env env, std::span<const int16_t> samples, size_t most, SampleRoom* room) {
  if (most == 0) return true;
  Napi::Int16Array array = room->Value();
  if (array.ElementLength() != most) array = NewRoom(env, most, room);
  int16_t* out = array.Data();
  if (out == nullptr) return false;
  std::ranges::copy(samples, out);
  return true;
}

Napi::Value RoomOrUndefined(Napi::Env env, const SampleRoom& room) {
  return room.IsEmpty() ? env.Undefined() : room.Value();
}

}  // namespace

Napi::Function FrontendClass::Define(Napi::Env env) {
  return DefineClass(
      env, kName,
      {InstanceMethod<&FrontendClass::Push>("push"), InstanceMethod<&FrontendClass::Flush>("flush"),
       InstanceMethod<&FrontendClass::Reset>("reset"), InstanceAccessor<&FrontendClass::Events>("events"),
       InstanceAccessor<&FrontendClass::SliceMs>("sliceMs"), InstanceAccessor<&FrontendClass::TotalMs>("totalMs"),
       InstanceAccessor<&FrontendClass::MeanLevelDbm0>("meanLevelDbm0"),
       InstanceAccessor<&FrontendClass::PeakLevelDbm0>("peakLevelDbm0"),
       InstanceAccessor<&FrontendClass::DroppedEvents>("droppedEvents"),
       InstanceAccessor<&FrontendClass::Samples>("samples"),
       InstanceAccessor<&FrontendClass::SampleCount>("sampleCount"),
       InstanceAccessor<&FrontendClass::NarrowSamples>("narrowSamples"),
       InstanceAccessor<&FrontendClass::NarrowSampleCount>("narrowSampleCount")});
}

FrontendClass::FrontendClass(const Napi::CallbackInfo& info) : Tagged(info) {
  int encoding = 0;
  FrontendOptions options;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (!TakeInteger(info, 0, "encoding", 0, static_cast<int>(Encoding::kOpus), &encoding) ||
      !TakeInteger(info, 1, "sampleRateHz", 1, 192000, &options.sample_rate_hz) ||
      !TakeNumber(info, 2, "minSliceMs", 0, kInfinity, &options.min_slice_ms) ||
      !TakeNumber(info, 3, "maxSliceMs", 0, kInfinity, &options.max_slice_ms)) {
    return;
  }
  if (options.max_slice_ms == 0) options.max_slice_ms = kInfinity;
  if (info.Length() > 4 && !info[4].IsUndefined() &&
      !TakeInteger(info, 4, "samplesRateHz", 0, 16000, &options.samples_rate_hz)) {
    return;
  }
  options.encoding = static_cast<Encoding>(encoding);
  if (options.max_slice_ms < options.min_slice_ms) {
    Refuse(info.Env(), "maxSliceMs must be at least minSliceMs");
    return;
  }
  if (Frontend::Make(options, &frontend_) != Status::kOk) {
    Refuse(info.Env(), options.samples_rate_hz == 0
                           ? "this encoding does not exist at " + std::to_string(options.sample_rate_hz) + " Hz"
                           : "encoding must exist, sampleRateHz be 8000 or 16000, and maxSliceMs at most 1000");
    return;
  }
  MakeArray(info.Env());
  if (frontend_->max_samples() > 0) NewRoom(info.Env(), frontend_->max_samples(), &samples_);
  if (frontend_->max_narrow_samples() > 0) NewRoom(info.Env(), frontend_->max_narrow_samples(), &narrow_);
}

Napi::Float64Array FrontendClass::MakeArray(Napi::Env env) {
  Napi::Float64Array array = Napi::Float64Array::New(env, EventList::kCapacity * kStride);
  if (!env.IsExceptionPending()) array_ = Napi::Persistent(array);
  return array;
}

// Publishes events in one reused array. JavaScript may have detached it (a transfer), so its memory is fetched each
// time.
bool FrontendClass::Publish(Napi::Env env) {
  Napi::Float64Array array = array_.Value();
  if (array.ElementLength() != EventList::kCapacity * kStride) array = MakeArray(env);
  double* out = array.Data();
  if (out == nullptr) return false;
  for (size_t i = 0; i < events_.size(); ++i, out += kStride) {
    const ScreenEvent& event = events_[i];
    out[0] = static_cast<double>(event.kind);
    out[1] = event.detail;
    out[2] = static_cast<double>(event.at_sample);
    out[3] = static_cast<double>(event.from_sample);
    out[4] = event.level_dbm0;
    out[5] = event.frequency_hz;
    out[6] = event.confidence;
    out[7] = 0;
  }
  return true;
}

Napi::Value FrontendClass::Answer(Napi::Env env, Status status) {
  if (status != Status::kOk) return NewNumber(env, status);
  if (!PublishSamples(env, frontend_->samples(), frontend_->max_samples(), &samples_) ||
      !PublishSamples(env, frontend_->narrow_samples(), frontend_->max_narrow_samples(), &narrow_)) {
    return env.Undefined();
  }
  if (events_.size() > 0 && !Publish(env)) return env.Undefined();
  return NewNumber(env, events_.size());
}

Napi::Value FrontendClass::Push(const Napi::CallbackInfo& info) {
  Bytes slice;
  if (!TakeView(info, 0, "slice", &slice)) return info.Env().Undefined();
  events_.Clear();
  return Answer(info.Env(), frontend_->Push(slice, &events_));
}

Napi::Value FrontendClass::Flush(const Napi::CallbackInfo& info) {
  events_.Clear();
  return Answer(info.Env(), frontend_->Flush(&events_));
}

void FrontendClass::Reset(const Napi::CallbackInfo&) {
  events_.Clear();
  frontend_->Reset();
}

Napi::Value FrontendClass::Events(const Napi::CallbackInfo&) { return array_.Value(); }
Napi::Value FrontendClass::SliceMs(const Napi::CallbackInfo& info) {
  return NewNumber(info.Env(), frontend_->slice_ms());
}
Napi::Value FrontendClass::TotalMs(const Napi::CallbackInfo& info) {
  return NewNumber(info.Env(), frontend_->total_ms());
}
Napi::Value FrontendClass::MeanLevelDbm0(const Napi::CallbackInfo& info) {
  return NewNumber(info.Env(), frontend_->screener().mean_level_dbm0());
}
Napi::Value FrontendClass::PeakLevelDbm0(const Napi::CallbackInfo& info) {
  return NewNumber(info.Env(), frontend_->screener().peak_level_dbm0());
}
Napi::Value FrontendClass::Samples(const Napi::CallbackInfo& info) { return RoomOrUndefined(info.Env(), samples_); }
Napi::Value FrontendClass::SampleCount(const Napi::CallbackInfo& info) {
  return NewNumber(info.Env(), frontend_->samples().size());
}
Napi::Value FrontendClass::NarrowSamples(const Napi::CallbackInfo& info) {
  return RoomOrUndefined(info.Env(), narrow_);
}
Napi::Value FrontendClass::NarrowSampleCount(const Napi::CallbackInfo& info) {
  return NewNumber(info.Env(), frontend_->narrow_samples().size());
}
Napi::Value FrontendClass::DroppedEvents(const Napi::CallbackInfo& info) {
  return NewNumber(info.Env(), events_.dropped());
}

}  // namespace tonegate::bind
