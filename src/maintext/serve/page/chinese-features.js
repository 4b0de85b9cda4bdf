// The meanings of features in Chinese, by their names (src/maintext/model/schema.py has the English ones).

const TEXT = {
  log_chars: "字符数（对数）",
  log_words: "词数（对数；汉字、假名、谚文逐字计）",
  chars_per_word: "每词的字符数",
  link_density: "链接中的字符所占比例",
  marks_per_word: "每词的句子标点数",
  log_commas: "句中标点数（对数）",
  log_stops: "句末标点数（对数）",
  stop_words: "停用词所占比例",
  cjk_share: "汉字、假名、谚文所占比例",
  digit_share: "数字所占比例",
  capital_share: "大写字母所占比例",
  symbol_share: "| » / # @ 等符号所占比例",
  has_currency: "是否有货币符号",
  quotes_per_word: "每词的后引号和后括号数",
  capital_words: "首字母大写的词所占比例",
  number_words: "数字词所占比例",
  has_year: "是否有 1990 至 2035 的年份",
  ends_sentence: "是否以句末标点结尾",
  ends_colon: "是否以冒号结尾",
  starts_capital: "是否以大写字母或中日韩文字开头",
  starts_digit: "是否以数字开头",
  has_copyright: "是否有版权符号",
  emphasis: "粗体或斜体的字符所占比例",
  log_links: "链接中的文本节点数（对数）",
  log_leaves: "文本节点数（对数）",
  repeats: "此页中文字相同的块数（最多 20）",
  repeated: "前面是否有文字相同的块",
  title_share: "其中的词出现在标题里的比例",
  title_cover: "标题的词出现在其中的比例",
  depth: "所在元素的深度",
  block_position: "在它之前的块所占比例",
  text_position: "在它之前的文字所占比例",
  since_heading: "距上一个标题的块数（最多 50）",
  until_heading: "距下一个标题的块数（最多 50）",
  from_h1: "距第一个 <h1> 的块数（前后最多 50；没有则为 -99）",
  density_share: "其元素上一级的密度和，相对于最大者",
  votes_share: "其元素的票数，相对于最多者",
  votes_above: "其元素上一级的票数，相对于最多者",
  levels_to_30: "向上到含有全页 30% 非链接文字的元素的级数（没有则为 9）",
  levels_to_60: "向上到含有全页 60% 非链接文字的元素的级数（没有则为 9）",
  log_siblings: "其元素的父元素的子元素数（对数）",
  levels_to_previous: "向上到也含有前一块的元素的级数",
  levels_to_next: "向上到也含有后一块的元素的级数",
  p_value: "最佳元素的 P 值；在其之外，则为不含最佳元素的最大元素的 P 值（论文 3）",
  kept_by_p_value: "P 值方法是否保留它",
  heading_text: "上一个标题的文字得分",
  heading_names: "上一个标题的名称得分",
  label_text: "上一个标题或标签的文字得分",
  label_names: "上一个标题或标签的名称得分",
  since_label: "距上一个标题或标签的块数（最多 99）",
  words_score: "由全部词得出的对数几率（三项之和）",
  path_rank: "其路径的词得分均值更大的文字所占比例",
  above_rank: "上两级的词得分均值更大的文字所占比例",
  words_rank: "词得分更大的文字所占比例",
  repeats_on_site: "是否在同站其他网页上重复",
  place_on_site: "同站其他网页上同一位置是正文的平均概率",
};

const PLACES = {
  nav: "导航",
  aside: "侧栏（aside）",
  control: "表单控件",
  pre: "预排版文字",
  code: "代码",
  article: "article 元素",
  main: "main 元素",
  noscript: "noscript",
  emphasis: "强调",
  link: "链接",
  heading: "标题",
  list: "列表",
  table: "表格",
  header: "页眉",
  footer: "页脚",
  form: "表单",
  figure: "插图",
  quote: "引文",
  dialog: "对话框",
  caption: "图片说明",
  paragraph: "段落",
};

const NAMES = {
  comments: "评论",
  navigation: "导航",
  foot: "页脚",
  head: "页头",
  side: "侧栏",
  related: "相关内容",
  sharing: "分享",
  promotion: "推广",
  consent: "同意提示",
  dialog: "对话框",
  hiding: "隐藏",
  tags: "标签",
  byline: "署名",
  content: "内容",
  article: "文章",
  post: "帖子",
  body: "正文",
  main: "主体",
  product: "商品",
  description: "描述",
  reviews: "评价",
  list: "列表",
  item: "条目",
  forum: "论坛",
  user: "用户",
  form: "表单",
  legal: "法律声明",
  trending: "热门",
  tabs: "标签页",
  caption: "图片说明",
};

const LANDMARKS = {
  density: "子元素文字密度之和最大（CETD）的元素",
  p_value: "P 值最大（论文 3）的元素",
  votes: "段落票数最多（Readability）的元素",
};

const SHAPES = {
  log_chars: "字符数（对数）",
  link_density: "链接字符所占比例",
  text_density: "每个标签的字符数（对数）",
  plain_density: "每个非链接标签的非链接字符数（对数）",
  marks: "每字符的句子标点数",
  block_length: "每块的字符数（对数）",
  share: "占全页文字的比例",
  log_blocks: "块数（对数）",
  tags_per_block: "每块的标签数",
  log_children: "子元素数（对数）",
  log_images: "图片数（对数）",
  log_controls: "表单控件数（对数）",
  long_blocks: "长块所占比例",
  position: "其中在此块之前的块所占比例",
};

const SCORES = { text: "文字得分", names: "名称得分", heading: "标题得分", words: "词得分" };
const KINDS = {
  article: "文章",
  forum: "论坛",
  product: "商品",
  collection: "合集",
  listing: "列表",
  documentation: "文档",
  service: "服务",
};

const above = (level) => (level === "0" ? "其元素" : `上 ${level} 级元素`);
const called = (name) => SCORES[name] ?? TEXT[name];

// Names that follow a pattern; a part that is not known gives no meaning.
const PATTERNS = [
  [/^above(\d)_(\w+)$/, (level, name) => SHAPES[name] && `${above(level)}的${SHAPES[name]}`],
  [/^(path|tags)_(\w+)$/, (group, name) => SHAPES[name] && `${alike(group)}的块的${SHAPES[name]}`],
  [/^alike(\d)$/, (level) => `与${above(level)}相似的兄弟元素数（对数）`],
  [/^is_(\w+)$/, (tag) => `其元素是否为 <${tag}>`],
  [/^in_(density|p_value|votes)$/, (name) => `是否在${LANDMARKS[name]}中`],
  [/^in_(\w+)$/, (name) => PLACES[name] && `是否在${PLACES[name]}中`],
  [/^from_(density|p_value|votes)$/, (name) => `距${LANDMARKS[name]}的块数（最多 60）`],
  [/^levels_to_(density|p_value|votes)$/, (name) => `向上到包含${LANDMARKS[name]}的级数`],
  [/^levels_to_(\w+)$/, (name) => NAMES[name] && `向上到名称表示“${NAMES[name]}”的最近元素的级数（没有则为 12）`],
  [/^named_(\w+)$/, (name) => NAMES[name] && `名称表示“${NAMES[name]}”的上级元素数（最多 3）`],
  [/^kind_(\w+)$/, (kind) => KINDS[kind] && `此页类型为“${KINDS[kind]}”的概率`],
  [/^(text|names|heading|words)_score-page$/, (score) => `${SCORES[score]}，减去全页均值`],
  [/^(text|names|heading)_score$/, (score) => `由其${{ text: "文字", names: "名称", heading: "标题" }[score]}的词得出的对数几率`],
  [/^(\w+)@([+-]\d)$/, (name, at) => called(name) && `${at > 0 ? "后" : "前"}第 ${Math.abs(at)} 块的${called(name)}`],
  [/^(\w+)~(\d+)$/, (name, reach) => called(name) && `此块及前后各 ${reach} 块的平均${called(name)}`],
  [/^(\w+)\^path-page$/, (score) => `其路径的平均${SCORES[score]}，减去全页均值`],
  [/^(\w+)\^1-page$/, (score) => `上一级元素的平均${SCORES[score]}，减去全页均值`],
  [/^(\w+)\^path-best$/, (score) => `其路径的平均${SCORES[score]}，减去全页最大值`],
  [/^(\w+)\^2-best$/, (score) => `上两级的平均${SCORES[score]}，减去全页最大值`],
  [/^(\w+)\^(path|tags)$/, (score, group) => `${alike(group)}的块的平均${SCORES[score]}`],
  [/^(\w+)\^page$/, (score) => `全页的平均${SCORES[score]}`],
  [/^(\w+)\^(\d)$/, (score, level) => `${above(level)}的平均${SCORES[score]}`],
  [/^(\w+)-page$/, (name) => called(name) && `${called(name)}，减去全页均值`],
];

const alike = (group) => (group === "path" ? "路径相同" : "六级标签相同");

export function meaningInChinese(feature) {
  if (TEXT[feature]) return TEXT[feature];
  for (const [pattern, words] of PATTERNS) {
    const found = pattern.exec(feature);
    const said = found && words(...found.slice(1));
    if (said) return said;
  }
  return null;
}
