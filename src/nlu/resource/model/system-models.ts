// The semantic models that ship with the service. A BASE model is a tenant's reference to one of them.

export interface SystemModel {
  readonly name: string;
  readonly version: string;
  readonly description: string;
}

export const systemModels: readonly SystemModel[] = [
  {
    name: 'cn_common',
    version: '1.0.0',
    description:
      'Chinese and English, any domain: grams of characters, trained on the questions of a robot at each publish.',
  },
];
