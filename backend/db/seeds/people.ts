import type { Role } from '#shared/api/endpoint.ts';
import type { EducationItem, ExperienceItem } from '#shared/api/users.ts';

/** One demo user. */
export interface SeedPerson {
  username: string;
  fullName: string;
  role: Role;
  position: string;
  institution: string | null;
  bio: string;
  education?: EducationItem[];
  experience?: ExperienceItem[];
}

const NORTHFIELD = 'Northfield University';
const LUMEN = 'Lumen Institute of Technology';

/** A study from the autumn of one year to the summer of another; current without an end. */
function studies(
  institution: string,
  degree: string,
  field: string,
  startYear: number,
  endYear: number | null = null,
): EducationItem {
  return {
    institution,
    degree,
    field,
    start: `${startYear}-09`,
    end: endYear === null ? null : `${endYear}-06`,
    description: '',
  };
}

/** A position from one January to another; current without an end. */
function work(title: string, company: string, startYear: number, endYear: number | null = null): ExperienceItem {
  return {
    title,
    company,
    location: '',
    start: `${startYear}-01`,
    end: endYear === null ? null : `${endYear}-01`,
    description: '',
  };
}

const students: SeedPerson[] = [
  {
    username: 'maya',
    fullName: 'Maya Fernando',
    role: 'student',
    position: 'Second-year biology student',
    institution: NORTHFIELD,
    bio: 'Cell biology by day, birdwatching at dawn. I run the Tuesday study table in the science library: everyone is welcome, biscuits are provided.',
    education: [studies(NORTHFIELD, 'BSc', 'Biology', 2025)],
    experience: [work('Lab assistant', 'Northfield Herbarium', 2026)],
  },
  {
    username: 'tomas',
    fullName: 'Tomás Herrera',
    role: 'student',
    position: 'First-year mathematics student',
    institution: NORTHFIELD,
    bio: 'I like proofs that fit on one page. Learning Lean in the evenings.',
    education: [studies(NORTHFIELD, 'BSc', 'Mathematics', 2026)],
  },
  {
    username: 'linh',
    fullName: 'Nguyễn Thị Linh',
    role: 'student',
    position: 'Doctoral student in chemistry',
    institution: LUMEN,
    bio: 'Catalysts for cleaner fertiliser. I write up failed experiments too: they teach more.',
    education: [
      studies(LUMEN, 'PhD', 'Physical chemistry', 2024),
      studies('Hanoi University of Science', 'MSc', 'Chemistry', 2021, 2023),
    ],
  },
  {
    username: 'yusuf',
    fullName: 'يوسف الخطيب',
    role: 'student',
    position: 'طالب هندسة معمارية',
    institution: LUMEN,
    bio: 'أدرس العمارة وأرسم الأسواق القديمة. I post in Arabic and in English.',
    education: [studies(LUMEN, 'BArch', 'Architecture', 2024)],
  },
  {
    username: 'aisha',
    fullName: 'Aisha Bello',
    role: 'student',
    position: 'Final-year computer science student',
    institution: LUMEN,
    bio: 'Compilers, chess and long bus rides. Looking for a thesis partner on incremental parsing.',
    education: [studies(LUMEN, 'BSc', 'Computer science', 2023)],
    experience: [work('Teaching assistant, Algorithms', LUMEN, 2025)],
  },
  {
    username: 'jonas',
    fullName: 'Jonas Weber',
    role: 'student',
    position: 'Physics student',
    institution: NORTHFIELD,
    bio: 'Half of my notes are drawings. Happy to share them.',
    education: [studies(NORTHFIELD, 'BSc', 'Physics', 2024)],
  },
  {
    username: 'priya',
    fullName: 'Priya Raghunathan',
    role: 'student',
    position: 'Public health student',
    institution: NORTHFIELD,
    bio: 'Epidemiology, R, and cricket. Former nurse.',
    education: [studies(NORTHFIELD, 'MPH', 'Public health', 2025)],
    experience: [work('Ward nurse', 'St Anselm Hospital', 2019, 2025)],
  },
  {
    username: 'chloe',
    fullName: 'Chloé Martin',
    role: 'student',
    position: 'History student',
    institution: NORTHFIELD,
    bio: 'Archives, maps and letters nobody answered.',
    education: [studies(NORTHFIELD, 'BA', 'History', 2024)],
  },
  {
    username: 'kenji',
    fullName: 'Kenji Watanabe',
    role: 'student',
    position: 'Geography student',
    institution: LUMEN,
    bio: 'I make maps of places that flood.',
    education: [studies(LUMEN, 'BSc', 'Geography', 2025)],
  },
  {
    username: 'aparecida',
    fullName: 'Maria Aparecida Guimarães de Albuquerque e Vasconcelos-Montenegro',
    role: 'student',
    position: 'Exchange student in comparative literature and translation',
    institution: NORTHFIELD,
    bio: 'Translating short stories between Portuguese and English. My name does not fit on the library card either.',
    education: [studies(NORTHFIELD, 'Exchange year', 'Comparative literature', 2026)],
  },
];

const teachers: SeedPerson[] = [
  {
    username: 'daniel',
    fullName: 'Daniel Mensah',
    role: 'teacher',
    position: 'Lecturer in statistics',
    institution: NORTHFIELD,
    bio: 'I teach statistics to people who were told they could not do it. Office hours on Wednesdays, questions here at any time.',
    education: [studies('University of Ghana', 'PhD', 'Statistics', 2008, 2012)],
    experience: [work('Lecturer', NORTHFIELD, 2014), work('Analyst', 'Harbour City Health Office', 2012, 2014)],
  },
  {
    username: 'ingrid',
    fullName: 'Ingrid Solberg',
    role: 'teacher',
    position: 'Professor of physics',
    institution: NORTHFIELD,
    bio: 'Experimental mechanics. Every lecture has one thing that swings, spins or falls.',
    experience: [work('Professor', NORTHFIELD, 2010)],
  },
  {
    username: 'rosa',
    fullName: 'Rosa Delgado',
    role: 'teacher',
    position: 'Senior lecturer in modern history',
    institution: NORTHFIELD,
    bio: 'Trade, ports and the people who worked in them, 1750 to 1914.',
    experience: [work('Senior lecturer', NORTHFIELD, 2016)],
  },
  {
    username: 'zhangwei',
    fullName: 'Zhang Wei (张伟)',
    role: 'teacher',
    position: 'Associate professor of computer science',
    institution: LUMEN,
    bio: 'Algorithms and data structures. I collect beautiful proofs and ugly bugs.',
    experience: [work('Associate professor', LUMEN, 2018)],
  },
  {
    username: 'fatima',
    fullName: 'Fatima El Amrani',
    role: 'teacher',
    position: 'Chemistry teacher',
    institution: 'Harbour City School',
    bio: 'Upper-school chemistry. Kitchen experiments that work, and safety notes that people read.',
    experience: [work('Teacher', 'Harbour City School', 2015)],
  },
  {
    username: 'oliver',
    fullName: 'Oliver Bennett',
    role: 'teacher',
    position: 'Teacher of English literature',
    institution: 'Harbour City School',
    bio: 'Slow reading for busy people.',
    experience: [work('Teacher', 'Harbour City School', 2011)],
  },
  {
    username: 'noa',
    fullName: 'Noa Ben-David',
    role: 'teacher',
    position: 'Lecturer in geography',
    institution: LUMEN,
    bio: 'Rivers, coasts and the maps that get them wrong.',
    experience: [work('Lecturer', LUMEN, 2020)],
  },
];

const institutions: SeedPerson[] = [
  {
    username: 'northfield',
    fullName: NORTHFIELD,
    role: 'institution',
    position: 'Public university',
    institution: null,
    bio: 'A public university of 14,000 students on the north bank. News from our departments, open lectures and admissions.',
  },
  {
    username: 'harbourlibrary',
    fullName: 'Harbour City Library',
    role: 'institution',
    position: 'Public library',
    institution: null,
    bio: 'Six branches, one card. Reading rooms open until 22:00 during exam weeks.',
  },
  {
    username: 'lumen',
    fullName: LUMEN,
    role: 'institution',
    position: 'Institute of technology',
    institution: null,
    bio: 'Engineering, computing and architecture. We publish our lecture series for everyone.',
  },
];

const creators: SeedPerson[] = [
  {
    username: 'amara',
    fullName: 'Amara Nwosu',
    role: 'creator',
    position: 'Science illustrator',
    institution: null,
    bio: 'Illustrated science books and printable study sheets. Every drawing is checked by someone who works in the field.',
  },
  {
    username: 'felix',
    fullName: 'Felix Baumann',
    role: 'creator',
    position: 'Composer and teacher',
    institution: null,
    bio: 'Music theory without fear: videos, sheets and listening lists.',
  },
  {
    username: 'sora',
    fullName: 'Sora Kim',
    role: 'creator',
    position: 'Information designer',
    institution: null,
    bio: 'Charts that tell the truth, and courses on how to draw them.',
  },
  {
    username: 'diego',
    fullName: 'Diego Paredes',
    role: 'creator',
    position: 'Mathematics videos',
    institution: null,
    bio: 'Ten-minute videos on one idea each. No music, no jokes, just the idea.',
  },
];

/** All users of the demo; the four demo accounts are the first of their role. */
export const people: readonly SeedPerson[] = [...students, ...teachers, ...institutions, ...creators];
