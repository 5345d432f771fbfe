// Parts of a document beside its headings: tables of contents, code, footnotes, headers of pages, lines that were cut.
import { describe, expect, it } from 'vitest';
import { splitDocument } from '../../../../../src/understanding/learning/documents/split.js';

const pairs = (text: string): [string, string][] => splitDocument('文件', text).qa.map(({ q, a }) => [q, a]);
const questions = (text: string): string[] => pairs(text).map(([q]) => q);

describe('a table of contents', () => {
  const body =
    '第 1 章 入住\n\n办理入住请出示证件。\n\n早餐\n\n早餐七点开始。\n\n第 2 章 退房\n\n十二点以前退房。\n\n延迟退房\n\n延迟退房按小时收费。';

  it.each([
    [
      'with leaders and pages',
      '目录\n1. 入住 ........ 1\n  早餐 ........ 2\n2. 退房 ........ 3\n  延迟退房 ........ 4\n\n',
    ],
    ['without pages', '目 录\n\n1. 入住\n    早餐\n2. 退房\n    延迟退房\n\n'],
    ['with tabs', '目录\n第 1 章 入住\t1\n早餐\t2\n第 2 章 退房\t3\n延迟退房\t4\n\n'],
  ])('%s says nothing itself', (_, contents) => {
    const found = pairs(`旅客须知\n\n${contents}${body}`);
    expect(found.map(([, a]) => a)).toEqual([
      '办理入住请出示证件。',
      '早餐七点开始。',
      '十二点以前退房。',
      '延迟退房按小时收费。',
    ]);
  });

  it('announces titles that no form would tell, and those that are cut elsewhere', () => {
    const names = ['运行环境', '安装步骤', 'setup.ini', '升级之后数据不见了，先不要慌，应该怎样一步一步地找回来'];
    const contents = names.map((name, at) => `1.${at + 1} ${name}`).join('\n');
    const text = [
      `目录\n\n1 部署\n${contents.replace('一步一步', '一步\n一步')}\n\n1 部署\n`,
      '1.1 运行环境\n内存要够大。\n\n1.2 安装步骤\n运行安装程序。\n',
      '1.3 setup.ini\n里面是设置。\n',
      '1.4 升级之后数据不见了，先不要慌，应该怎样\n一步一步地找回来\n先停止服务。',
    ].join('\n');
    expect(pairs(text)).toEqual([
      ['部署的运行环境', '内存要够大。'],
      ['部署的安装步骤', '运行安装程序。'],
      ['部署 setup.ini', '里面是设置。'],
      [names[3], '先停止服务。'],
    ]);
  });

  it('of one chapter leaves the text that follows it', () => {
    const contents = '目录\n\n1.1 登录\n1.2 退出\n1.3 注销\n\n本章说明账户的用法。\n\n';
    const text = `第 1 章 账户\n\n${contents}1.1 登录\n\n输入密码。\n\n1.2 退出\n\n点击退出。\n\n1.3 注销\n\n联系客服。`;
    expect(pairs(text)[0]).toEqual(['账户', '本章说明账户的用法。']);
    expect(pairs(text)).toHaveLength(4);
  });
});

describe('code', () => {
  it('has no headings, tables or questions', () => {
    const code = [
      '# 先停止服务',
      'service demo stop',
      '# 再删除缓存',
      'rm -rf /var/cache/demo',
      'ls -l | grep demo | wc -l',
    ];
    const text = `# 清理\n\n按下面的命令清理：\n\n${code.join('\n')}\n\n# 备份\n\n每天备份一次。`;
    expect(pairs(text)).toEqual([
      ['清理', `按下面的命令清理：\n${code.join('\n')}`],
      ['备份', '每天备份一次。'],
    ]);
  });

  it('between fences is code whatever it says', () => {
    const text = '# 模板\n\n```\n# 标题写在这里\n一、内容写在这里\n```\n\n# 提交\n\n填好以后提交。';
    expect(pairs(text)).toEqual([
      ['模板', '# 标题写在这里\n一、内容写在这里'],
      ['提交', '填好以后提交。'],
    ]);
  });

  it('keeps its lines as they are', () => {
    const text =
      '一、启动\n\n$ demo --config /etc/demo/demo.conf --log /var/log/demo.log \\\n  --port 8000\n\n二、停止\n\n$ demo --stop';
    expect(pairs(text)[0]?.[1]).toBe('$ demo --config /etc/demo/demo.conf --log /var/log/demo.log \\\n--port 8000');
  });

  it('begins with a # that marks no heading where numbers mark the headings', () => {
    const text = '第一章 查看\n列出文件。\n# ls\n第二章 删除\n删除文件。\n# rm\n第三章 改名\n改变名字。\n# mv';
    expect(questions(text)).toEqual(['查看', '删除', '改名']);
  });
});

describe('pages', () => {
  it('have numbers, headers and footnotes, which no section says', () => {
    const text = [
      '一、借书',
      '每人最多借五本^[1]。',
      '- 1 -',
      '二、还书',
      '三十天内归还。',
      '--------------------',
      '^[1] 教师可以借十本。',
      '',
      '三、遗失',
      '照价赔偿。',
    ].join('\n');
    expect(pairs(text)).toEqual([
      ['借书', '每人最多借五本。'],
      ['还书', '三十天内归还。'],
      ['遗失', '照价赔偿。'],
    ]);
  });
});

describe('lines that were cut at a width', () => {
  it('are joined, Han characters without a blank and words with one', () => {
    const text = [
      '一、说明',
      '',
      '请在打印以前检查纸张是否放好，纸盒是否关紧，并且确认电脑上选择的打印机名',
      '称和机身标签上的一致。如果提示 paper jam in tray two, please open the cover',
      'and remove the sheet，请打开盖板取出卡住的纸，再把盖板关上，等待指示灯变绿以',
      '后继续。',
      '',
      '二、保养',
      '',
      '每个月清洁一次滚筒，用软布轻轻擦拭就可以，不要用水，也不要用酒精一类的东',
      '西。',
    ].join('\n');
    expect(pairs(text).map(([, a]) => a)).toEqual([
      '请在打印以前检查纸张是否放好，纸盒是否关紧，并且确认电脑上选择的打印机名称和机身标签上的一致。如果提示 paper jam in tray two, please open the cover and remove the sheet，请打开盖板取出卡住的纸，再把盖板关上，等待指示灯变绿以后继续。',
      '每个月清洁一次滚筒，用软布轻轻擦拭就可以，不要用水，也不要用酒精一类的东西。',
    ]);
  });
});
