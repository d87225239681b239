/** A term in English and the ways in which Hindi says it. */
export interface GlossaryTerm {
  en: readonly string[];
  hi: readonly string[];
  /** English phrases in which the word is not this term. */
  except: readonly string[];
}

const term = (en: string, hi: string, ...except: string[]): GlossaryTerm => ({ en: en.split('|'), hi: hi.split('|'), except });

/**
 * Terms whose exchange makes another question of it, in the words of NCERT's Hindi textbooks of classes 11 and 12 (भौतिकी, रसायन विज्ञान,
 * गणित, जीव विज्ञान) and of the glossaries of the Commission for Scientific and Technical Terminology (CSTT). Hindi is given as stems.
 */
export const glossaryHi: readonly GlossaryTerm[] = [
  term('amplitude', 'आयाम'),
  term('frequency|frequencies', 'आवृत्ति'),
  term('wavelength', 'तरंगदैर्घ्य|तरंगदैर्ध्य'),
  term('speed', 'चाल', 'speed up', 'speeds up'),
  term('velocity|velocities', 'वेग'),
  term('acceleration', 'त्वरण'),
  term('displacement', 'विस्थापन'),
  term('momentum|momenta', 'संवेग'),
  term('kinetic energy|kinetic energies', 'गतिज ऊर्जा'),
  term('potential energy|potential energies', 'स्थितिज ऊर्जा'),
  term('work function', 'कार्य फलन|कार्यफलन'),
  term('power', 'शक्ति|घात'),
  term('pressure', 'दाब'),
  term('temperature', 'ताप|तापमान'),
  term('density|densities', 'घनत्व'),
  term('torque', 'बल आघूर्ण|बलाघूर्ण'),
  term('moment of inertia', 'जड़त्व आघूर्ण'),
  term('potential difference', 'विभवांतर|विभवान्तर'),
  term('stopping potential', 'निरोधी विभव'),
  term('resistance', 'प्रतिरोध'),
  term('capacitance', 'धारिता'),
  term('emf', 'विद्युत वाहक बल|emf|विद्युतवाहक बल'),
  term('magnetic field', 'चुंबकीय क्षेत्र|चुम्बकीय क्षेत्र'),
  term('refractive index|refractive indices', 'अपवर्तनांक'),
  term('focal length', 'फोकस दूरी'),
  term('half-life|half-lives', 'अर्धायु|अर्ध-आयु'),
  term('activation energy', 'सक्रियण ऊर्जा'),
  term('radius|radii', 'त्रिज्या|अर्धव्यास'),
  term('diameter', 'व्यास'),
  term('area', 'क्षेत्रफल', 'chemosensitive area', '(?:species|plants|productivity) (?:of|in) (?:an|one|the) area'),
  term('volume', 'आयतन'),
  term('mass|masses', 'द्रव्यमान|संहति', 'cell mass'),
  term('weight', 'भार'),
  term('height', 'ऊँचाई|ऊंचाई'),
  term('concentration', 'सांद्रता|सान्द्रता'),
  term('oxidising agent', 'ऑक्सीकारक|उपचायक'),
  term('reducing agent', 'अपचायक'),
  term('oxidation number|oxidation state', 'ऑक्सीकरण संख्या|ऑक्सीकरण अवस्था'),
  term('enthalpy|enthalpies', 'एन्थैल्पी|एंथैल्पी|ऐन्थैल्पी'),
  term('entropy|entropies', 'एन्ट्रॉपी|एंट्रॉपी|ऐन्ट्रॉपी'),
  term('maximum|greatest|highest', 'अधिकतम|महत्तम|सबसे अधिक|सर्वाधिक|उच्चतम|सबसे बड़'),
  term('minimum|least|lowest', 'न्यूनतम|सबसे कम|अल्पतम|निम्नतम|सबसे छोट'),
  term('increases?|increasing', 'बढ़|वृद्धि|आरोही|वर्धमान'),
  term('decreases?|decreasing', 'घट|कम |कमी|अवरोही|ह्रासमान'),
  term('only', 'केवल|मात्र|सिर्फ'),
  term('exactly', 'ठीक|यथार्थतः|पूर्णतः'),
  term('at least', 'कम से कम'),
  term('at most', 'अधिक से अधिक|अधिकतम'),
  term('skew-symmetric', 'विषम सममित|विषम-सममित'),
  term('diagonal', 'विकर्ण'),
  term('continuous', 'संतत|सतत'),
  term('angiosperms?', 'आवृतबीज|एंजियोस्पर्म'),
  term('gymnosperms?', 'अनावृतबीज|जिम्नोस्पर्म'),
  term('meiosis', 'अर्धसूत्री|अर्धसूत्रण'),
  term('mitosis', 'समसूत्री|सूत्री विभाजन'),
  term('sperms?', 'शुक्राणु'),
  term('ovum|ova', 'अंडाणु|अण्डाणु|अंड|अण्ड'),
  term('zygotes?', 'युग्मनज'),
  term('platelets?', 'पट्टिकाणु|प्लेटलेट'),
  term('assertion', 'अभिकथन'),
  term('reason', 'कारण|तर्क'),
];
