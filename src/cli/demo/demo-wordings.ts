// The announcements that the demonstration can speak, each with a keyword of the default table.
export const wordings = {
  off: { text: '您好，您拨打的用户已关机，请稍后再拨。', means: 'the phone that you called is switched off' },
  busy: { text: '您好，您拨打的电话正在通话中，请稍后再拨。', means: 'the phone that you called is in a call' },
  unreachable: { text: '您好，您拨打的用户暂时无法接通，请稍后再拨。', means: 'the phone cannot be reached now' },
  'no-such-number': { text: '您好，您拨打的号码是空号，请核对后再拨。', means: 'the number does not exist' },
  suspended: { text: '您好，您拨打的电话已停机。', means: 'the service of this number is suspended' },
} as const;

export type WordingName = keyof typeof wordings;
export const wordingNames = Object.keys(wordings) as WordingName[];
