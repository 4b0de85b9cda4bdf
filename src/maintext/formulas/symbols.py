"""Characters of formulas, and what LaTeX writes for them."""

_LISTED = r"""
α \alpha β \beta γ \gamma δ \delta ε \varepsilon ϵ \epsilon ζ \zeta η \eta θ \theta ϑ \vartheta ι \iota
κ \kappa λ \lambda μ \mu ν \nu ξ \xi π \pi ϖ \varpi ρ \rho ϱ \varrho σ \sigma ς \varsigma τ \tau υ \upsilon
φ \varphi ϕ \phi χ \chi ψ \psi ω \omega
Γ \Gamma Δ \Delta Θ \Theta Λ \Lambda Ξ \Xi Π \Pi Σ \Sigma Υ \Upsilon Φ \Phi Ψ \Psi Ω \Omega
ℂ \mathbb{C} ℍ \mathbb{H} ℕ \mathbb{N} ℙ \mathbb{P} ℚ \mathbb{Q} ℝ \mathbb{R} ℤ \mathbb{Z}
ℓ \ell ℏ \hbar ℑ \Im ℜ \Re ℘ \wp ℵ \aleph ∞ \infty ∂ \partial ∇ \nabla ∅ \emptyset ∀ \forall ∃ \exists
∄ \nexists ¬ \neg ∠ \angle ⊤ \top ⊥ \perp
ℒ \mathcal{L} ℋ \mathcal{H} ℱ \mathcal{F} ℰ \mathcal{E} ℳ \mathcal{M}
∑ \sum ∏ \prod ∐ \coprod ∫ \int ∬ \iint ∭ \iiint ∮ \oint ⋃ \bigcup ⋂ \bigcap ⋁ \bigvee ⋀ \bigwedge
⨁ \bigoplus ⨂ \bigotimes
− - ± \pm ∓ \mp × \times ÷ \div ⋅ \cdot · \cdot ∗ * ⋆ \star ∘ \circ ∙ \bullet • \bullet ⊕ \oplus ⊖ \ominus
⊗ \otimes ⊙ \odot † \dagger ‡ \ddagger ∧ \wedge ∨ \vee ∩ \cap ∪ \cup ∖ \setminus √ \surd
≤ \leq ≥ \geq ≪ \ll ≫ \gg ≠ \neq ≡ \equiv ≈ \approx ∼ \sim ≃ \simeq ≅ \cong ∝ \propto ≺ \prec ≻ \succ
≔ := ≜ \triangleq ≐ \doteq ⩽ \leqslant ⩾ \geqslant ≲ \lesssim ≳ \gtrsim ≢ \not\equiv
∈ \in ∉ \notin ∋ \ni ⊂ \subset ⊃ \supset ⊆ \subseteq ⊇ \supseteq ⊄ \not\subset ⊊ \subsetneq ⊢ \vdash ⊨ \models
∣ \mid ∤ \nmid ∥ \parallel
→ \to ← \leftarrow ↔ \leftrightarrow ⇒ \Rightarrow ⇐ \Leftarrow ⇔ \Leftrightarrow ↦ \mapsto ↑ \uparrow
↓ \downarrow ⟶ \longrightarrow ⟵ \longleftarrow ⟹ \Longrightarrow ⟺ \iff ⟼ \longmapsto ↪ \hookrightarrow
↗ \nearrow ↘ \searrow ⇀ \rightharpoonup ⇌ \rightleftharpoons
… \ldots ⋯ \cdots ⋮ \vdots ⋱ \ddots ′ ' ″ '' ‴ ''' ° ^{\circ}
⟨ \langle ⟩ \rangle 〈 \langle 〉 \rangle ⌈ \lceil ⌉ \rceil ⌊ \lfloor ⌋ \rfloor ‖ \| ∴ \therefore ∵ \because
□ \square ◻ \square ■ \blacksquare △ \triangle
{ \{ } \} % \% & \& # \# $ \$ _ \_ \ \backslash ~ \sim
"""
_PAIRS = _LISTED.split()
SYMBOLS: dict[str, str] = dict(zip(_PAIRS[::2], _PAIRS[1::2], strict=True))
"""LaTeX of single characters."""

INVISIBLE = dict.fromkeys(
    map(ord, "\u2061\u2062\u2063\u2064\u200b\u200c\u200d\u2060\ufeff\u00ad\ufe0e\ufe0f")
)
"""Characters that join or separate without a sign, for `str.translate`."""

FUNCTIONS = frozenset(
    "arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln "
    "log max min Pr sec sin sinh sup tan tanh".split()
)
"""Names that LaTeX has a command for."""

OVER: dict[str, str] = {
    "¯": "bar", "‾": "bar", "ˉ": "bar", "―": "overline", "_": "overline", "^": "hat", "ˆ": "hat",
    "~": "tilde",
    "˜": "tilde", "∼": "tilde", "→": "vec", "⃗": "vec", "⇀": "vec", "˙": "dot", ".": "dot", "⋅": "dot",
    "¨": "ddot", "..": "ddot", "ˇ": "check", "˘": "breve", "´": "acute", "`": "grave", "⏞": "overbrace",
    "︷": "overbrace", "←": "overleftarrow", "↔": "overleftrightarrow",
}  # fmt: skip
"""Signs over something, and the commands that set them."""

WIDE: dict[str, str] = {
    "bar": "overline",
    "hat": "widehat",
    "tilde": "widetilde",
    "vec": "overrightarrow",
}
"""The same over several characters."""

UNDER: dict[str, str] = {
    "⏟": "underbrace",
    "︸": "underbrace",
    "_": "underline",
    "¯": "underline",
    "‾": "underline",
    "―": "underline",
}
"""Signs under something, and the commands that set them."""

VARIANTS: dict[str, str] = {
    "bold": "mathbf",
    "double-struck": "mathbb",
    "script": "mathcal",
    "bold-script": "mathcal",
    "fraktur": "mathfrak",
    "bold-fraktur": "mathfrak",
    "sans-serif": "mathsf",
    "monospace": "mathtt",
    "bold-italic": "boldsymbol",
    "-tex-caligraphic": "mathcal",
    "-tex-calligraphic": "mathcal",
}
"""Commands of `mathvariant`."""
