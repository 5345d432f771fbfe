// Every limit of the product, each declared in the file of its area in limits/. Units are part of the names.
// `config/` lets an operator change the limits that the specification calls configurable; no other module has numbers
// of its own.
import { asr } from './limits/asr.js';
import { clock } from './limits/clock.js';
import { olm } from './limits/custom-lm.js';
import { dialog } from './limits/dialog.js';
import { documents } from './limits/documents.js';
import { admission, engine } from './limits/engine.js';
import { adminClient, app, http, tenant, token } from './limits/http.js';
import { log } from './limits/log.js';
import { model } from './limits/model.js';
import { nlu } from './limits/nlu.js';
import { resource, wordList } from './limits/resource.js';
import { ring, table, verdicts } from './limits/ring.js';
import { shares } from './limits/shares.js';
import { backup, storage, trust } from './limits/storage.js';
import { extraInfoBytes, fork, recordIdBytes, sip, stream } from './limits/stream.js';
import { firmware, sync } from './limits/sync.js';
import { training } from './limits/training.js';
import { batchClient, trans } from './limits/trans.js';
import { synthesis, tts } from './limits/tts.js';

export const limits = {
  http,
  adminClient,
  token,
  shares,
  storage,
  trust,
  clock,
  firmware,
  backup,
  stream,
  fork,
  sip,
  ring,
  verdicts,
  asr,
  tts,
  synthesis,
  batchClient,
  trans,
  app,
  tenant,
  recordIdBytes,
  extraInfoBytes,
  engine,
  admission,
  log,
  model,
  wordList,
  resource,
  olm,
  nlu,
  dialog,
  documents,
  training,
  sync,
  table,
} as const;
