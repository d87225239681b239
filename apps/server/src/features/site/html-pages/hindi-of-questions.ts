interface Words {
  text: string;
  solution: string;
}

/** The Hindi of the product's own questions on the start page, by their English. A brand file gives its questions their own. */
export const hindiOfQuestions: Readonly<Record<string, Words>> = {
  'A 6 kg block slides down a rough incline of \\(30^\\circ\\) and gains \\(3\\ \\mathrm{m/s}\\) in every second. With \\(g = 10\\ \\mathrm{m/s^2}\\), the friction on it is':
    {
      text: '6 kg का एक गुटका \\(30^\\circ\\) के खुरदरे आनत तल पर नीचे फिसलता है और हर सेकंड में उसकी चाल \\(3\\ \\mathrm{m/s}\\) बढ़ती है। \\(g = 10\\ \\mathrm{m/s^2}\\) लेने पर उस पर लगने वाला घर्षण बल है',
      solution: 'तल के अनुदिश \\(mg\\sin 30^\\circ - f = ma\\), इसलिए \\(f = 30 - 18 = 12\\ \\mathrm{N}\\)।',
    },
  'The line \\(y = 2x + c\\) touches the parabola \\(y^2 = 16x\\) at the point \\((a, b)\\). The value of \\(a + b + c\\) is': {
    text: 'रेखा \\(y = 2x + c\\) परवलय \\(y^2 = 16x\\) को बिंदु \\((a, b)\\) पर स्पर्श करती है। \\(a + b + c\\) का मान है',
    solution:
      '\\(y^2 = 4px\\) की प्रवणता \\(m\\) वाली स्पर्श रेखा \\(y = mx + \\frac{p}{m}\\) है, जो \\(\\left(\\frac{p}{m^2}, \\frac{2p}{m}\\right)\\) पर स्पर्श करती है। \\(p = 4\\) और \\(m = 2\\) से: बिंदु \\((1, 4)\\) पर \\(c = 2\\), इसलिए \\(a + b + c = 1 + 4 + 2 = 7\\)।',
  },
};
