// Texts that switches send on a fork, as seeds.
export const forkTexts = [
  '{"uuid":"5c9c1c4e","to":"13800000000"}',
  '{"callSid":"7b8c1e1a","callId":"252ac5f8","sampleRate":16000,"mixType":"stereo","sipStatus":183}',
  '{"event":"MEDIA_START","channel_id":"7b8c","format":"slin16","optimal_frame_size":640,"channel_variables":{"A":"1"}}',
  '{"event":"answered"}',
  '{"event":"stop"}',
  '{"event":"DTMF_END","digit":"1"}',
  'MEDIA_START connection_id:tonegate channel:WebSocket/tonegate/0x7f1 channel_id:7b8c format:ulaw optimal_frame_size:160 ptime:20',
  'DTMF_END digit:1',
  'campaign 7, attempt 2',
];
