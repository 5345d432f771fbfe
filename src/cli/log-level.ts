// `--log-level` of the commands that write a log.
import { Option } from 'commander';
import { logLevels } from '../config/fields.js';

export const logLevelOption = (): Option =>
  new Option('--log-level <level>', 'lowest level of log lines that are written').choices(logLevels);
