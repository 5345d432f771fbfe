"""Text for the language model: sentences from the directory of data and from templates, as runs of Chinese characters.

Numbers are spelled out. In a run, each English word of lm_service/foreign.txt is one sign of the
private use area; other Latin letters and signs end it. Held-out text is every tenth dialog.
"""

import functools
import itertools
import pathlib
import re

DIGITS = '零一二三四五六七八九'
HELD_OUT_EVERY = 10
FIRST_SIGN = 0xE100
LEAST_EXCLUDED = 5  # characters; shorter runs are words of any text


def integer(digits):
    """'1024' -> '一千零二十四'; longer than eight figures digit by digit."""
    digits = digits.lstrip('0') or '0'
    if len(digits) > 8:
        return spelled(digits)
    if len(digits) > 4:
        high, low = digits[:-4], digits[-4:]
        rest = integer(low)
        gap = '零' if low[0] == '0' and rest != '零' else ''
        return integer(high) + '万' + (gap + rest if rest != '零' else '')
    out, zero = '', False
    for place, digit in zip(range(len(digits) - 1, -1, -1), digits):
        if digit == '0':
            zero = bool(out)
            continue
        out += ('零' if zero else '') + DIGITS[int(digit)] + ['', '十', '百', '千'][place]
        zero = False
    out = out or '零'
    return out[1:] if out.startswith('一十') else out


def spelled(digits):
    return ''.join(DIGITS[int(digit)] for digit in digits)


def number(match):
    whole, fraction = match.group(1), match.group(2)
    if fraction:
        return integer(whole) + '点' + spelled(fraction)
    return spelled(whole) if whole.startswith('0') and len(whole) > 1 else integer(whole)


def spoken(text):
    """Replaces digits by the characters of their reading."""
    text = re.sub(r'(\d{1,2}):(\d\d)', lambda m: integer(m[1]) + '点' + (integer(m[2]) + '分' if int(m[2]) else ''), text)
    text = re.sub(r'(\d{4})(?=年)', lambda m: spelled(m[1]), text)
    text = re.sub(r'\d{3,4}-\d{7,8}|1\d{10}|\d{7,}', lambda m: spelled(m[0].replace('-', '')), text)
    text = re.sub(r'(\d)\s*[-~～]\s*(?=\d)', r'\1到', text)
    text = re.sub(r'(\d+(?:\.\d+)?)[%％]', r'百分之\1', text)
    text = text.replace('℃', '摄氏度').replace('￥', '')
    return re.sub(r'(\d+)(?:\.(\d+))?', number, text)


@functools.cache
def foreign():
    """English word -> its readings, runs of syllables."""
    lines = (pathlib.Path(__file__).parent / 'lm_service' / 'foreign.txt').read_text(encoding='utf-8').splitlines()
    entries = [line.split(' ', 1) for line in lines if not line.startswith('#')]
    return {word: [tuple(reading.split()) for reading in readings.split('/')] for word, readings in entries}


@functools.cache
def _signs():
    return {word.lower(): chr(FIRST_SIGN + number) for number, word in enumerate(foreign())}


_LATIN = re.compile('[A-Za-z]+')


def with_signs(text):
    """Replaces every English word of the lexicon by its sign."""
    return _LATIN.sub(lambda match: _signs().get(match[0].lower(), match[0]), text)


def shown(text):
    """Replaces signs by their English words."""
    words = list(foreign())
    return ''.join(words[ord(sign) - FIRST_SIGN] if 0 <= ord(sign) - FIRST_SIGN < len(words) else sign for sign in text)


def runs(text):
    """Runs between pauses: sentences of Chinese characters without their commas. Letters and signs also end a run."""
    text = re.sub(r'[，、：“”‘’《》（）()·,:"\s▁]', '', spoken(with_signs(text))).replace('〇', '零')
    return re.findall(r'[\u3400-\u4dbf\u4e00-\u9fff\ue100-\ue1ff]*[\u3400-\u4dbf\u4e00-\u9fff]'
                      r'[\u3400-\u4dbf\u4e00-\u9fff\ue100-\ue1ff]*|^[\ue100-\ue1ff]+$', text)  # fmt: skip


def carrier_announcements():
    """Wordings of early media in mainland networks: combinations of the parts that operators use."""
    hello = ['', '您好', '对不起', '您好对不起', '尊敬的用户您好']
    called = ['您拨打的用户', '您拨叫的用户', '您所拨打的用户', '您呼叫的用户', '您拨打的电话', '您所拨打的电话',
              '您拨打的号码', '您拨叫的号码', '你所呼叫的用户', '用户', '您拨打的手机用户', '对方']  # fmt: skip
    states = [
        '正忙', '正在通话中', '线路忙', '正在通话中请不要挂机', '忙', '已关机', '已经关机', '电话已关机', '手机已关机',
        '暂时无人接听', '无人接听', '暂时无法接听', '暂时无法接听电话', '暂时无法接通', '无法接通', '不在服务区',
        '暂时不在服务区', '不在服务区或已关机', '已停机', '已欠费停机', '因欠费已停机', '已暂停服务', '已被暂停服务',
        '是空号', '不存在', '是空号请核对后再拨', '不存在请核对后再拨', '已过期', '已设置呼入限制', '已启用来电提醒功能',
        '已开通来电提醒业务', '已开通来电助手业务', '已开通秘书服务', '已设置呼叫转移', '暂不方便接听您的来电',
        '已设置来电拒接', '已限制呼入', '不方便接听电话', '没有应答', '未开机', '信号不好', '正在使用中', '有误',
        '有误请查证后再拨', '不在服务区内', '不能接听', '已将您的来电转移', '正在接听其他电话',
    ]  # fmt: skip
    endings = ['', '请稍后再拨', '请您稍后再拨', '请稍候再拨', '请核对后再拨', '请查证后再拨', '请核实后再拨', '谢谢',
               '如需留言请按一', '请在嘀声后留言', '留言请按一', '我们将短信通知机主您的来电', '本次通话免费',
               '语音留言请按一人工服务请按二感谢通知请挂机', '留言将收取正常通话费用', '我们将尽快用短信通知对方',
               '请不要挂机', '请直接挂机', '正在为您转接', '我们将以短信的方式通知对方', '请改日再拨']  # fmt: skip
    others = [
        '您的手机号码已被暂停服务', '您的手机号码已欠费停机', '您的电话已欠费请及时充值', '您的话费余额不足请及时充值',
        '本次通话免费谢谢请挂机', '正在为您接通请稍候', '请输入分机号码查号请拨零', '请直拨分机号查号请拨零',
        '该用户已设置防骚扰', '请不要挂机您拨叫的用户正在通话中', '欢迎致电', '电话正在接通中请稍候', '呼叫失败',
        '您拨打的是本地号码前面不用加拨零', '请在号码前加拨零', '您所拨打的号码未经登记', '此号码已过户',
        '欢迎使用中国移动语音信箱', '欢迎使用中国联通语音留言', '欢迎使用中国电信天翼通信助理', '您好我是机主的智能助理',
        '机主现在不方便接听电话您可以留言', '请问您找他有什么事情', '我会帮您转告他', '主叫号码限制呼出',
        '网络忙请稍后再拨', '线路繁忙请稍后再拨', '您的呼叫已被限制', '您拨打的用户正在通话中请稍后再拨谢谢',
        '四川移动来电提醒业务为您服务', '请留言', '请在听到提示音后开始留言', '用户忙请稍后再拨',
    ]  # fmt: skip
    return [''.join(parts) for parts in itertools.product(hello, called, states, endings)] + others * 20


def screening_announcements():
    """The words that the default keyword table of ring screening listens for, in their usual context."""
    polite = ['', '您好', '抱歉', '很抱歉', '对不起', '尊敬的客户您好', '温馨提示']
    who = ['您所拨打的号码', '该号码', '对方', '对方号码', '机主', '该用户', '被叫用户', '您的号码', '您呼叫的客户', '此用户',
           '您拨打的客户', '该客户的手机', '这个手机号']  # fmt: skip
    states = [
        '目前通话中', '正在通话', '处于通话中', '通话中', '正在通话当中', '忙', '线路忙', '正忙', '暂时无法接通',
        '现在暂时无法接通', '暂时无法接听', '暂时无法接听您的来电', '是空号', '为空号', '已成空号', '已关机', '关机了',
        '处于关机', '关机中', '已停机', '停机', '欠费停机', '处于停机', '办理了停机', '已办理停机保号', '办理了保号',
        '已保号', '保号停机', '申请了停机保号', '已暂停服务', '暂停服务', '被暂停服务', '呼叫受限', '的呼叫受限',
        '已被限制呼叫', '无权接受呼叫', '目前无权接受呼叫', '没有接受呼叫的权限', '未开通语音通话功能',
        '没有开通语音通话功能', '语音通话功能未开通', '用户线故障', '的用户线故障', '线路故障', '号码已过期', '的号码已过期',
        '已过期', '号码不存在', '用户不存在', '已开通来电提醒', '使用了来电提醒业务', '设置了手机转移', '手机转移',
        '通话已经被限制', '的通话已经被限制', '通话被限制', '没有这个电话号码', '没有人接听', '没有应答',
    ]  # fmt: skip
    then = ['', '', '请稍后再拨', '请您再拨一次', '请过一会再拨', '请不要挂断', '请核对号码', '请在号码前加拨零', '请加拨零',
            '请加零', '请在前面加零', '请加零再拨', '拨打外地手机请加零', '听到传真音后请按开始键', '请听到传真音后发送传真',
            '请查询后再拨', '谢谢', '请挂机', '请与客服联系', '详情请咨询客服', '业务咨询请拨打客服热线', '我们会短信通知他',
            '请留言', '请您稍等']  # fmt: skip
    return [''.join(parts) for parts in itertools.product(polite, who, states, then)]


def table(path):
    lines = path.read_text(encoding='utf-8').splitlines()
    names = lines[0].split('\t')
    return [dict(zip(names, line.split('\t'))) for line in lines[1:] if line.count('\t') == len(names) - 1]


def sources(folder, traditional=None, exclude=()):
    """-> (training runs, held-out runs), both by the set's name. `traditional`: converts traditional characters, if given.

    No run of `exclude` is in the training runs, whichever set it comes from.
    """
    folder = pathlib.Path(folder)
    train, held = {'crosswoz': [], 'kdconv': [], 'news': []}, {'crosswoz': [], 'kdconv': [], 'news': []}
    for name in ('crosswoz', 'kdconv'):
        for row in table(folder / f'{name}-utt.tsv'):
            identity = int(re.sub(r'\D', '', row['dialog']) or 0)
            (held if identity % HELD_OUT_EVERY == 0 else train)[name].extend(runs(row['text']))
    for at, line in enumerate((folder / 'news-sentences.txt').read_text(encoding='utf-8').splitlines()):
        (held if at % 20 == 0 else train)['news'].extend(runs(line))
    train['polyphones'] = [run for row in table(folder / 'cpp-polyphone.tsv') for run in runs(row['sentence'])]
    train['announcements'] = [
        run for row in table(folder / 'telecom-prompt-wordings.tsv') for run in runs(row['text']) * 20
    ]
    if traditional:
        lines = (folder / 'moztw-traditional-sentences.txt').read_text(encoding='utf-8').splitlines()
        train['moztw'] = [run for line in lines for run in runs(traditional(line))]
    unwanted = {run for text in exclude for run in runs(text) if len(run) >= LEAST_EXCLUDED}
    for part in (train, held):
        for name in part:
            part[name] = [run for run in part[name] if run not in unwanted]
    return train, held
