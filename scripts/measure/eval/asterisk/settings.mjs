// The configuration of the measured Asterisk: that of docs/asterisk.md and docs/sip-tap.md, and a trunk for each kind
// of call.

/** Modules that open ports of their own, or that need hardware. */
const unwanted = [
  'chan_dahdi',
  'chan_iax2',
  'chan_mgcp',
  'chan_mobile',
  'chan_ooh323',
  'chan_skinny',
  'chan_unistim',
  'chan_motif',
  'pbx_dundi',
];

/** @typedef {object} Places
 * @property {string} etc @property {string} work  as Asterisk sees them
 * @property {number} ariPort @property {number} sipPort @property {number} rtpPort
 * @property {string} ariPassword
 * @property {Record<string, number>} trunks  the SIPp of each kind of call, by its port
 * @property {string} sipPassword
 * @property {string} gatewayHttp @property {string} gatewayHttps @property {string} caFile
 * @property {number} audioSocketPort
 * @property {string} appkey @property {string} secret */

/** @param {Places} places @returns {Record<string, string>} */
export const files = (places) => ({
  'asterisk.conf': `[directories]
astetcdir => ${places.etc}
astdbdir => ${places.work}
astspooldir => ${places.work}/spool
astrundir => ${places.work}
astlogdir => ${places.work}
astcachedir => ${places.work}
[options]
verbose = 4
`,
  'logger.conf': '[general]\ndateformat = %T.%3q\n[logfiles]\nmessages => notice,warning,error,verbose\n',
  'modules.conf': `[modules]\nautoload = yes\n${unwanted.map((name) => `noload = ${name}.so\n`).join('')}`,
  'http.conf': `[general]\nenabled = yes\nbindaddr = 127.0.0.1\nbindport = ${places.ariPort}\n`,
  'ari.conf': `[general]\nenabled = yes\n[tonegate]\ntype = user\npassword = ${places.ariPassword}\n`,
  'rtp.conf': `[general]\nrtpstart = ${places.rtpPort}\nrtpend = ${places.rtpPort + 1_999}\n`,
  'indications.conf': `[general]
country = cn
[cn]
description = China
ringcadence = 1000,4000
dial = 450
busy = 450/350,0/350
ring = 450/1000,0/4000
congestion = 450/700,0/700
callwaiting = 450/400,0/4000
dialrecall = 450
record = 950/400,0/10000
info = 450/100,0/100,450/100,0/100,450/100,0/100,450/400,0/400
stutter = 450+425
`,
  'pjsip.conf': pjsip(places),
  'extensions.conf': extensions(places),
  'websocket_client.conf': websocketClient(places),
  'cli_permissions.conf': '[general]\ndefault_perm = permit\n',
});

/** @param {Places} places */
const pjsip = ({ sipPort, trunks, sipPassword }) => `[global]
type = global
default_auth_algorithms_uas = SHA-256,MD5
[udp]
type = transport
protocol = udp
bind = 127.0.0.1:${sipPort}
[tcp]
type = transport
protocol = tcp
bind = 127.0.0.1:${sipPort}
[dialer]
type = auth
auth_type = digest
username = dialer
password = ${sipPassword}
[dialer]
type = endpoint
context = trunk
identify_by = auth_username
auth = dialer
disallow = all
allow = alaw,ulaw
${Object.entries(trunks)
  .map(
    ([name, port]) => `[${name}]
type = aor
contact = sip:127.0.0.1:${port}
[${name}]
type = endpoint
transport = udp
context = nowhere
aors = ${name}
disallow = all
allow = alaw
`,
  )
  .join('')}`;

/** @param {Places} places */
const websocketClient = ({ gatewayHttps, caFile, appkey, secret }) => {
  /** Asterisk compares the name with the certificate, and takes no address for a name. */
  const host = (/** @type {string} */ url) => url.replace(/^http/, 'ws').replace('127.0.0.1', 'localhost');
  const path = '/v10/asr/ring/cn_8k_common/fork?hangup=1&json=0&noMediaMs=60000&silenceMs=60000';
  const login = `protocols = media\nusername = ${appkey}\npassword = ${secret}`;
  return `[tonegate]
type = websocket_client
connection_type = per_call_config
uri = ${host(gatewayHttps)}${path}
${login}
tls_enabled = yes
ca_list_file = ${caFile}
`;
};

/** @param {Places} places */
const extensions = ({ work, gatewayHttp, audioSocketPort, appkey, secret, trunks }) => {
  const verdict = ` same => n,Set(CURLOPT(userpwd)=${appkey}:${secret})
 same => n,Set(REPLY=\${CURL(${gatewayHttp}/v10/asr/ring/verdicts/\${SCREENED})})
 same => n,Set(CAUSE=\${JSON_DECODE(REPLY,verdict.q850)})
 same => n,Hangup(\${CAUSE})`;
  return `[nowhere]
[screen]
exten => s,1,Set(SCREENED=\${UUID()})
 same => n,Dial(AudioSocket/127.0.0.1:${audioSocketPort}/\${SCREENED}/c(slin),60,g)
${verdict}
[screen-websocket]
exten => s,1,Dial(WebSocket/tonegate/c(slin),60,gb(named^s^1))
${verdict}
[named]
exten => s,1,Set(MASTER_CHANNEL(SCREENED)=\${UNIQUEID})
 same => n,Return()
[answered]
; the half of the Local channel
exten => s,1,Hangup()
; the call
 same => n,Goto(agents,s,1)
[agents]
exten => s,1,Wait(1)
 same => n,Hangup()
${Object.keys(trunks)
  .map(
    (name) => `[call-${name}]
exten => _X.,1,Answer()
 same => n,Dial(PJSIP/\${EXTEN}@${name},60,G(answered^s^1))
 same => n,Hangup(\${HANGUPCAUSE})
`,
  )
  .join('')}[trunk]
; what a carrier does, by the number
exten => busy,1,Progress()
 same => n,Playtones(busy)
 same => n,Wait(30)
exten => ringback-busy,1,Progress()
 same => n,Playtones(ring)
 same => n,Wait(5)
 same => n,Playtones(busy)
 same => n,Wait(30)
exten => prompt,1,Progress()
 same => n,Playtones(ring)
 same => n,Wait(4)
 same => n,StopPlaytones()
 same => n,Playback(${work}/prompt,noanswer)
 same => n,Wait(10)
exten => congestion,1,Progress()
 same => n,Playtones(congestion)
 same => n,Wait(30)
exten => silent,1,Progress()
 same => n,Wait(30)
exten => ringing,1,Ringing()
 same => n,Wait(30)
exten => ringing-busy,1,Ringing()
 same => n,Wait(2)
 same => n,Progress()
 same => n,Playtones(busy)
 same => n,Wait(30)
exten => status-busy,1,Busy(20)
exten => status-congestion,1,Congestion(20)
exten => ringing-status-busy,1,Ringing()
 same => n,Wait(2)
 same => n,Busy(20)
exten => hangup-1,1,Hangup(1)
exten => hangup-20,1,Ringing()
 same => n,Wait(1)
 same => n,Hangup(20)
exten => answer,1,Progress()
 same => n,Playtones(ring)
 same => n,Wait(4)
 same => n,Answer()
 same => n,Wait(30)
exten => answer-at-once,1,Answer()
 same => n,Wait(30)
`;
};
