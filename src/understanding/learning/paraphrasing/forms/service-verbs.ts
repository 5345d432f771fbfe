// Verbs of services. Their object may precede the question (话费怎么查), and somebody may do them for the caller (帮我查话费).

const disposals = ['取消', '关闭', '关掉', '注销', '退', '退掉', '删除', '解绑', '停掉', '退订', '解除', '撤销'];
const changes = ['修改', '更改', '改', '变更', '更换', '换', '绑定', '激活', '解冻', '恢复', '升级', '设置', '重置'];
const askedFor = [
  '查询',
  '查',
  '查看',
  '办理',
  '办',
  '开通',
  '申请',
  '预约',
  '预订',
  '订',
  '补办',
  '打印',
  '开具',
  '开',
  '登记',
];
const others = [
  ...[
    '缴',
    '交',
    '缴纳',
    '充值',
    '领取',
    '领',
    '使用',
    '兑换',
    '安装',
    '装',
    '维修',
    '修',
    '报修',
    '购买',
    '买',
    '下载',
    '提取',
    '续费',
  ],
  ...[
    '计算',
    '收取',
    '退还',
    '偿还',
    '还',
    '寄',
    '邮寄',
    '联系',
    '提高',
    '提升',
    '找回',
    '挂失',
    '投诉',
    '报名',
    '验证',
    '解决',
    '处理',
  ],
];

/** Verbs whose object is gone afterwards: 把套餐取消掉. */
export const disposalVerbs: ReadonlySet<string> = new Set(disposals);
/** Verbs that 把 can precede: 把地址改一下, 把额度提高. */
export const handledVerbs: ReadonlySet<string> = new Set([...disposals, ...changes]);
export const frontingVerbs: ReadonlySet<string> = new Set([...disposals, ...changes, ...askedFor, ...others]);
/** Verbs for actions of several steps: 注销账户的流程. */
export const processVerbs: ReadonlySet<string> = new Set([
  ...[
    '取消',
    '注销',
    '退订',
    '解绑',
    '变更',
    '绑定',
    '激活',
    '解冻',
    '办理',
    '开通',
    '申请',
    '预约',
    '补办',
    '提取',
    '报名',
    '挂失',
  ],
]);
/** Verbs that 帮我 may precede. */
export const helpVerbs: ReadonlySet<string> = new Set([
  ...[...disposals, ...changes, ...askedFor],
  ...[
    '安装',
    '维修',
    '修',
    '报修',
    '处理',
    '解决',
    '转',
    '转接',
    '转人工',
    '接',
    '接通',
    '联系',
    '核对',
    '核实',
    '确认',
    '看一下',
  ],
  ...[
    '查一下',
    '看看',
    '问一下',
    '催',
    '催一下',
    '改一下',
    '办一下',
    '退款',
    '挂失',
    '挂号',
    '登记',
    '取消掉',
    '提高',
    '寄',
    '发',
  ],
]);
