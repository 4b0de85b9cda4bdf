// Sentences of the library and the service in Chinese: reasons of blocks, pages, errors and retraining.
// $1, $2 … are what the English sentence has there. A sentence that is not here stays English.

const SENTENCES = [
  // Why a block was kept or not: every method's own words.
  [/^left out before scoring$/, "评分前已略去"],
  [/^not scored$/, "没有评分"],
  [/^repeats on other pages of the site$/, "在同站其他网页上重复"],
  [/^score (\S+)$/, "得分 $1"],
  [/^probability (\S+)( for the whole [\w ]+)?: .*$/, "概率 $1"],
  [/^no punctuation marks$/, "没有标点"],
  [/^(\d+|no) punctuation marks, similar to (\d+) of (\d+) other (?:leaves|blocks): I = (\S+)$/, "$1 个标点，与其他 $3 段中的 $2 段相似：I = $4"],
  [/^(\d+) punctuation marks$/, "$1 个标点"],
  [/^P = (\S+) for (\S+); the largest is (\S+)$/, "$2 的 P = $1；最大为 $3"],
  [/^in the element with the largest P, (\S+): (\S+)$/, "在 P 值最大（$1）的元素中：$2"],
  [/^the longest text$/, "最长的文字"],
  [/^path similarity (.+) to the longest text's, threshold (.+)$/, "与最长文字的路径相似度为 $1，阈值 $2"],
  [/^importance (\S+) = (\S+) unlinked characters \/ \((\d+) \+ 1 links · level (\S+)\)$/, "重要度 $1 = $2 个非链接字符 ÷（（$3 + 1）个链接 × 第 $4 层）"],
  [/^importance (\S+) = (\S+) \/ \((\d+) \+ 1 links · level (\S+)\)$/, "重要度 $1 = $2 ÷（（$3 + 1）个链接 × 第 $4 层）"],
  [/^(\d+) unlinked characters, links (\S+), punctuation (\d+), (\d+) <p>: log odds (\S+)$/, "$1 个非链接字符，链接占 $2，标点 $3 个，<p> $4 个：对数几率 $5"],
  [/^the best run through it puts (\S+) of words inside and tags outside; at most (\S+)$/, "经过它的最佳区间把 $1 的词留在内、标签留在外；最多 $2"],
  [/^the best run puts (\S+) of words inside and tags outside; at most (\S+)$/, "最佳区间把 $1 的词留在内、标签留在外；最多 $2"],
  [/^tags are (\S+) of tokens here and around; (\S+) in the whole page$/, "此处及周围标签占 $1；全页为 $2"],
  [/^(\S+) of a block around it is link text; at most (\S+) may be$/, "所在块的 $1 是链接文字；上限 $2"],
  [/^text (\S+) of the block with most text; (\S+) of its features are text$/, "文字为最多块的 $1；其特征中文字占 $2"],
  [/^(\S+) of the surroundings is text, the rest is code$/, "周围 $1 是文字，其余是代码"],
  [/^the best run through it: (\S+) words minus (\S+) per tag; at most (\S+)$/, "经过它的最佳区间：词数减去每标签 $2，得 $1；最大 $3"],
  [/^in the best run: (\S+) words minus (\S+) per tag; at most (\S+)$/, "在最佳区间中：词数减去每标签 $2，得 $1；最大 $3"],
  [/^(\d+) of (\d+) punctuation marks are in the chosen element, (\d+) in (.+)$/, "$2 个标点中有 $1 个在所选元素中，$3 个在 $4 中"],
  [/^(\d+) of (\d+) punctuation marks of (.+) are in one paragraph$/, "$3 的 $2 个标点中有 $1 个在同一段"],
  [/^(\S+) characters per tag around \((\d+) characters, (\d+) tags\): (\S+), bound (\S+)$/, "周围每标签 $1 个字符（$2 个字符，$3 个标签）：$4，界限 $5"],
  [/^lowest density (\S+) on the path to its part; threshold (\S+)$/, "到其所在部分的路径上最低密度 $1；阈值 $2"],
  // What the clean-up and the options changed.
  [/^kept between kept parts of a list, table, code or quotation$/, "保留：位于列表、表格、代码或引文的保留部分之间"],
  [/^kept as the heading of kept text$/, "保留：是保留文字的标题"],
  [/^kept as a whole list or table$/, "保留：整个列表或表格"],
  [/^dropped as a whole list or table$/, "略去：整个列表或表格"],
  [/^dropped: short, and its neighbours were left out$/, "略去：很短，且前后都未保留"],
  [/^dropped as a heading: little of its section is kept$/, "略去：标题下很少有文字被保留"],
  [/^dropped: asks for JavaScript$/, "略去：提示启用 JavaScript"],
  [/^dropped: in a dialog of the footer$/, "略去：在页脚的对话框中"],
  [/^dropped as a comment on the article$/, "略去：是对文章的评论"],
  [/^dropped: a copy of text above$/, "略去：与上文重复"],
  [/^dropped: a copy of other text, in a form field$/, "略去：表单中的内容与其他文字重复"],
  [/^kept as text of a post$/, "保留：是帖子的正文"],
  [/^dropped: not the text of a post$/, "略去：不是帖子的正文"],
  [/^kept with the rest of its heading$/, "保留：与标题的其余部分一起"],
  [/^kept as an ingredient of the recipe that the page declares$/, "保留：是此页所声明菜谱的配料"],
  [/^kept as an ingredient, in a list below a line that says so$/, "保留：是“配料”一类标题下所列的配料"],
  [/^kept as the line above ingredients$/, "保留：是配料上方的标题"],
  [/^dropped: of another article, below the main one$/, "略去：属于正文之后的另一篇文章"],
  [/^dropped: a line that readers skip \((.+)\)$/, "略去：读者会跳过的一行（$1）"],
  [/^dropped: a comment below the text$/, "略去：正文之下的评论"],
  [/^dropped: the heading of a line that readers skip$/, "略去：标题下只有读者会跳过的行"],
  [/^kept as a comment$/, "保留：是评论"],
  [/^a comment, and comments are left out$/, "是评论，而评论不取"],
  [/^a table, and tables are left out$/, "是表格，而表格不取"],
  [/^the title, which is left out$/, "是标题，而标题不取"],
  // Why a page has no text, or not all of it.
  [/^the input is empty$/, "输入为空"],
  [/^the input is binary data, not HTML$/, "输入是二进制数据，不是 HTML"],
  [/^the page shows no text$/, "此页没有可见文字"],
  [/^the method found no main text on the page$/, "该方法在此页没有找到正文"],
  [/^the page has no article(?:: (.*))?$/, (rest) => (rest ? `此页没有文章：${inChinese(rest)}` : "此页没有文章")],
  [/^the page is in another language(?:: (.*))?$/, "此页是另一种语言：$1"],
  [/^the main text is shorter than the minimum$/, "正文短于下限"],
  [/^the page could not be processed(?:: (.*))?$/, "此页无法处理"],
  [/^the page is longer than the limit on bytes; the rest was left out$/, "此页超过字节上限，其余未读"],
  [/^the page has more nodes than the limit; the rest was left out$/, "此页节点数超过上限，其余未读"],
  [/^the page is nested deeper than the limit; deeper elements were flattened$/, "此页嵌套超过上限，更深的元素已展平"],
  [/^the time limit was reached before the work was done$/, "到达时限时尚未处理完"],
  [/^what repeats on the site was not removed: no other page of the site is known$/, "未去除站内重复内容：没有同站的其他网页"],
  [/^what repeats on the site was not removed: (.*)$/, "未去除站内重复内容：$1"],
  [/^there is no encoding (.+); charset was ignored$/, "没有 $1 这种编码，已忽略"],
  // The verdict.
  [/^the largest P as printed is (\S+), and a page with an article has (\S+) or more$/, "论文形式的最大 P 为 $1，有文章的网页不低于 $2"],
  [/^no element has text outside links$/, "没有元素含有链接以外的文字"],
  [/^the page has only (\d+) characters of text outside links$/, "此页链接以外只有 $1 个字符"],
  [/^the probability of an article is (\S+), the kind is ([^,]+)(?:, (.*))?$/, "有文章的概率为 $1，类型为 $2"],
  // Retraining.
  [/^starting$/, "正在启动"],
  [/^reading pages$/, "读取网页"],
  [/^cross-validation: (.+)$/, (name) => `交叉验证：${part(name)}`],
  [/^final fit: (.+)$/, (name) => `最终拟合：${part(name)}`],
  [/^the labelled pages, before and after$/, "已标注网页的前后对比"],
  [/^done$/, "完成"],
  [/^it was stopped$/, "已停止"],
  [/^its process failed$/, "训练进程出错"],
  [/^it took more than (\S+) seconds, in the stage: (.*)$/, (seconds, stage) => `超过 ${seconds} 秒，所在阶段：${inChinese(stage)}`],
  [/^it needs more than (\S+) MB of memory; see --retrain-memory$/, "需要超过 $1 MB 的内存；见 --retrain-memory"],
  [/^(\d+) of (\d+) labelled pages have their gold text on them; at least (\d+) are needed to adapt a model$/, "已标注的 $2 页中有 $1 页可用；至少需要 $3 页"],
  [/^The model stays as it was: nothing gains more on these pages than chance would\. (.*)$/, (rest) => `模型保持不变：在这些网页上没有超过偶然的收益。${inChinese(rest)}`],
  [/^Changed: (.+), (\S+ ± \S+) token F1\. Slightly too high, as the best of three\. (.*)$/, (name, gain, rest) => `已改变：${part(name)}，词 F1 ${gain}。是三者中最好的，故略偏高。${inChinese(rest)}`],
  [/^Cross-validation by site, over (\d+) sites?: .*$/, "按网站交叉验证，共 $1 个网站：数字针对未标注的网站。"],
  [/^Cross-validation by page, over (\d+) sites?: .*$/, "按网页交叉验证，共 $1 个网站：数字针对同一网站的其他网页。"],
  [/^The new model was fitted to the same pages, so it looks better than it is\.$/, "新模型就是用这些网页拟合的，所以看起来偏好。"],
  // What hides a text.
  [/^hidden$/, "隐藏"],
  [/^zero size$/, "尺寸为零"],
  [/^clipped$/, "被裁剪"],
  [/^off-screen$/, "在屏幕之外"],
  [/^transform$/, "变换"],
  [/^colour$/, "与背景同色"],
  [/^closed$/, "折叠"],
  [/^template$/, "模板"],
];

const PARTS = { unchanged: "不变", words: "词", trees: "树", "words and trees": "词和树" };
const part = (name) => PARTS[name] ?? name;

// Errors of the service, by their code; the English reason has details.
export const ERRORS_IN_CHINESE = {
  bad_request: "请求无法读取。",
  unauthorized: "令牌缺失或不正确。",
  forbidden: "服务不允许此操作（抓取、网址或标注未开启）。",
  not_found: "没有找到。",
  method_not_allowed: "不支持此操作。",
  conflict: "当前状态下无法进行：可能已在训练、尚无标注或没有可撤销的操作。",
  too_slow: "上传太慢，已中断。",
  too_large: "网页超过服务允许的大小。",
  unsupported_media_type: "不支持此内容类型。",
  wrong_host: "不允许此主机名。",
  invalid: "选项或其值无效。",
  too_many_requests: "同时进行的请求太多，请稍后再试。",
  crashed: "处理此页的进程意外结束。",
  internal: "服务内部错误，详见其日志。",
  storage: "标注无法读写：文件损坏、文件夹只读或磁盘已满。",
  fetch_failed: "无法抓取该网页。",
  busy: "服务繁忙，请稍后再试。",
  timeout: "处理此页超过时限。",
  out_of_memory: "处理此页所需内存超过上限。",
};

export function inChinese(sentence) {
  for (const [pattern, words] of SENTENCES) {
    const found = pattern.exec(sentence);
    if (!found) continue;
    const parts = found.slice(1).map((one) => one ?? "");
    return typeof words === "string" ? words.replace(/\$(\d)/g, (_, at) => parts[at - 1]) : words(...parts);
  }
  // A change by the clean-up comes before the method's own reason.
  const [first, ...rest] = sentence.split("; ");
  return rest.length ? `${inChinese(first)}；${inChinese(rest.join("; "))}` : sentence;
}
