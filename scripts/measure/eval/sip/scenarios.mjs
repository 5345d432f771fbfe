// SIPp's scenarios as a trunk: one for each kind of call, with the expected result.

const via = '[last_Via:]\n[last_From:]\n[last_Call-ID:]\n[last_CSeq:]';
const contact = 'Contact: <sip:[local_ip]:[local_port];transport=[transport]>';
const tagged = (/** @type {string} */ tag) => `[last_To:];tag=${tag}[call_number]p[pid]`;
const sdp = `v=0
o=- 1 1 IN IP[local_ip_type] [local_ip]
s=-
c=IN IP[media_ip_type] [media_ip]
t=0 0
m=audio [rtpstream_audio_port] RTP/AVP 8 101
a=rtpmap:8 PCMA/8000
a=rtpmap:101 telephone-event/8000`;

/** @param {string} status @param {{ tag?: string, sdp?: boolean, more?: string, of?: string }} [parts] */
const send = (status, { tag = 'a', sdp: hasSdp = false, more = '', of = via } = {}) => `
  <send><![CDATA[
SIP/2.0 ${status}
${of}
${tagged(tag)}
${contact}
${more}${hasSdp ? 'Content-Type: application/sdp\n' : ''}Content-Length: ${hasSdp ? '[len]' : '0'}

${hasSdp ? sdp : ''}
]]></send>`;
const play = (/** @type {string} */ file) => `<nop><action><exec rtp_stream="${file},1,8,PCMA/8000"/></action></nop>`;
const playPackets = (/** @type {string} */ file) => `<nop><action><exec play_pcap_audio="${file}"/></action></nop>`;
const pause = (/** @type {number} */ ms) => `<pause milliseconds="${ms}"/>`;

const invite =
  '<recv request="INVITE"><action><ereg regexp=".*" search_in="hdr" header="CSeq:" assign_to="cseq"/></action></recv>';
/** The 487 belongs to the INVITE, whose CSeq was kept. */
const cancelled = `
  <recv request="CANCEL" timeout="30000"></recv>
  <send><![CDATA[
SIP/2.0 200 OK
[last_Via:]
[last_From:]
[last_To:]
[last_Call-ID:]
[last_CSeq:]
Content-Length: 0

]]></send>
  <send retrans="500"><![CDATA[
SIP/2.0 487 Request Terminated
[last_Via:]
[last_From:]
[last_To:];tag=a[call_number]p[pid]
[last_Call-ID:]
CSeq:[$cseq]
Content-Length: 0

]]></send>
  <recv request="ACK" timeout="8000"></recv>`;
const scenario = (/** @type {string[]} */ ...steps) => `<?xml version="1.0" encoding="ISO-8859-1" ?>
<scenario name="trunk">
${steps.join('\n')}
<Reference variables="cseq"/>
</scenario>
`;
const early = { sdp: true };

/**
 * @param {{ busy: string, busyLossy: string, ringbackBusy: string, ringback: string, ringbackPrompt: string, song:
 * string }} files
 */
export const scenarios = (files) => ({
  busy: {
    ...{ calls: 50, is: 'busy behind a 183', right: { resultId: 10, kind: 'busy' } },
    xml: scenario(invite, send('183 Session Progress', early), play(files.busy), cancelled),
  },
  'ringback-busy': {
    ...{ calls: 10, is: 'ringback, then busy', right: { resultId: 10, kind: 'busy' } },
    xml: scenario(invite, send('183 Session Progress', early), play(files.ringbackBusy), cancelled),
  },
  prompt: {
    ...{ calls: 5, is: 'a prompt behind ringback', right: { resultId: 12, kind: 'prompt' } },
    xml: scenario(invite, send('183 Session Progress', early), play(files.ringbackPrompt), cancelled),
  },
  song: {
    ...{ calls: 5, is: 'a song behind a 183, then 480', right: { resultId: 11 } },
    xml: scenario(
      ...[invite, send('183 Session Progress', early), play(files.song), pause(12_000)],
      send('480 Temporarily Unavailable'),
      '<recv request="ACK" timeout="8000"></recv>',
    ),
  },
  'no-media': {
    ...{ calls: 5, is: 'SDP, and no packet', right: { resultId: 91, kind: 'noMedia' } },
    xml: scenario(invite, send('183 Session Progress', early), cancelled),
  },
  ringing: {
    ...{ calls: 5, is: 'busy behind a 180 with SDP', right: { resultId: 10, kind: 'busy' } },
    xml: scenario(invite, send('180 Ringing', early), play(files.busy), cancelled),
  },
  second: {
    ...{ calls: 5, is: 'a second 183 with another tag, then busy', right: { resultId: 10, kind: 'busy' } },
    xml: scenario(
      ...[invite, send('183 Session Progress', early), pause(300)],
      send('183 Session Progress', { ...early, tag: 'b' }),
      ...[play(files.busy), cancelled],
    ),
  },
  prack: {
    ...{ calls: 5, is: 'a reliable 183, PRACK, then busy', right: { resultId: 10, kind: 'busy' } },
    xml: scenario(
      ...[invite, send('183 Session Progress', { ...early, more: 'Require: 100rel\nRSeq: 7\n' })],
      '<recv request="PRACK" timeout="8000"></recv>',
      `<send><![CDATA[
SIP/2.0 200 OK
[last_Via:]
[last_From:]
[last_To:]
[last_Call-ID:]
[last_CSeq:]
Content-Length: 0

]]></send>`,
      ...[play(files.busy), cancelled],
    ),
  },
  loss: {
    ...{ calls: 5, is: 'busy, 5 % of the packets lost', right: { resultId: 10, kind: 'busy' } },
    xml: scenario(
      invite,
      send('183 Session Progress', early).replace('[rtpstream_audio_port]', '[media_port]'),
      playPackets(files.busyLossy),
      cancelled,
    ),
  },
  answer: {
    ...{ calls: 5, is: '200 OK in the middle of a ring', right: { resultId: 11, finishCause: 'answered' } },
    xml: scenario(
      ...[invite, send('183 Session Progress', early), play(files.ringback), pause(2_500)],
      send('200 OK', early),
      '<recv request="ACK" timeout="8000"></recv>',
      '<recv request="BYE" timeout="8000"></recv>', // a CANCEL here would fail the scenario
      `<send><![CDATA[
SIP/2.0 200 OK
[last_Via:]
[last_From:]
[last_To:]
[last_Call-ID:]
[last_CSeq:]
Content-Length: 0

]]></send>`,
    ),
  },
});
