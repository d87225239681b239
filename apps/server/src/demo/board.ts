import type { BoardCue } from '@abhyas/contract/classes/live-classes';

/** The board and captions of the demo's live class: an authored lecture of three minutes. */
export const electrochemistryBoard: BoardCue[] = [
  { at: 0, say: 'Good afternoon. Today we build a cell, and ask which way its current flows.', show: ['Electrochemistry · Lecture 4'] },
  {
    at: 12,
    say: 'On the left zinc in zinc sulphate, on the right copper in copper sulphate.',
    show: ['Left: zinc in \\(\\ce{ZnSO4}\\)', 'Right: copper in \\(\\ce{CuSO4}\\)'],
  },
  { at: 27, say: 'Each half alone does nothing. Joined, a current flows.' },
  {
    at: 40,
    say: 'A wire above, a salt bridge below. Zinc gives electrons away, so it is the anode.',
    show: ['Left: zinc in \\(\\ce{ZnSO4}\\)', 'Right: copper in \\(\\ce{CuSO4}\\)', '\\(\\ce{Zn -> Zn^2+ + 2e-}\\)'],
  },
  {
    at: 58,
    say: 'Copper takes them up. It is the cathode.',
    show: ['\\(\\ce{Zn -> Zn^2+ + 2e-}\\)', '\\(\\ce{Cu^2+ + 2e- -> Cu}\\)'],
  },
  {
    at: 74,
    say: 'We write the cell from left to right: anode, bridge, cathode.',
    show: ['\\(\\ce{Zn | Zn^2+ || Cu^2+ | Cu}\\)'],
  },
  {
    at: 90,
    say: 'Its potential is that of the cathode less that of the anode.',
    show: ['\\(\\ce{Zn | Zn^2+ || Cu^2+ | Cu}\\)', '\\(E^\\circ = E^\\circ_{\\text{cathode}} - E^\\circ_{\\text{anode}}\\)'],
  },
  {
    at: 108,
    say: 'With 0.34 volts for copper and minus 0.76 for zinc that is 1.10 volts.',
    show: [
      '\\(E^\\circ = E^\\circ_{\\text{cathode}} - E^\\circ_{\\text{anode}}\\)',
      '\\(E^\\circ = 0.34\\,\\text{V} - (-0.76\\,\\text{V}) = 1.10\\,\\text{V}\\)',
    ],
  },
  {
    at: 128,
    say: 'A positive potential means that the cell works by itself.',
    show: ['\\(E^\\circ > 0\\) : the cell works by itself', '\\(\\Delta G^\\circ = -nFE^\\circ\\)'],
  },
  { at: 146, say: 'Now, your turn. A question comes up beside this board.', show: ['Your turn'] },
];

/** The board and captions of the demo's recorded class. */
export const kinematicsBoard: BoardCue[] = [
  { at: 0, say: 'We throw a ball straight up, and ask how high it goes.', show: ['Motion in a straight line · Lecture 1'] },
  { at: 12, say: 'At the top its velocity is zero, and its acceleration is still g, downwards.', show: ['\\(v = 0\\)', '\\(a = -g\\)'] },
  { at: 28, say: 'So we use the equation without time.', show: ['\\(v^2 = u^2 + 2as\\)'] },
  { at: 40, say: 'The height is u squared over two g.', show: ['\\(v^2 = u^2 + 2as\\)', '\\(h = \\dfrac{u^2}{2g}\\)'] },
  {
    at: 55,
    say: 'Thrown with 20 metres a second it rises 20 metres, with g as 10.',
    show: ['\\(h = \\dfrac{20^2}{2 \\cdot 10} = 20\\,\\text{m}\\)'],
  },
];
