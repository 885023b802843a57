/** Signs of standing notices in English; `noticeSigns.ts` says how they are written. */
import type { NoticeSigns } from "./noticeSigns.ts";

export const ENGLISH: readonly NoticeSigns[] = [
  {
    name: "confidentiality notice of an e-mail",
    sure: `
      is|are confidential and|and-may|and-is|and-are intended|privileged|be-privileged|legally-privileged;
      confidential and-or|or|and|and-legally|or-legally privileged|proprietary information|material|communication;
      confidentiality notice|note|warning|statement|disclaimer;
      intended solely|only|exclusively|strictly for|to … addressee|addressees|recipient|recipients|individual|person|use;
      solely|only|exclusively for the attention|use|benefit|person|individual … addressee|addressees|addressed|named|recipient|recipients|entity|individual|person;
      individual|person|entity|individuals|persons|organisation|organization … to whom|which it|they is|are addressed;
      you are|were not|neither the|an|the-named|the-addressee-or|the-original|the-correct intended|named|addressed|recipient|addressee;
      reader of this <mail> is not; employee or agent responsible; if you are not the … intended|recipient|addressee;
      received|receive|receiving this|the|it|a <mail>? … in error|by-mistake|by-error|erroneously;
      <mail> has-been|was|is addressed|sent to you in error|by-mistake;
      delete|destroy|remove|erase it|this|the|all|any … from your|the system|computer|mailbox|inbox|systems|records;
      hereby notified|advised that any;
      attorney|solicitor|lawyer client|work privilege|privileged|product|communication; no viruses are;
      <mail> cannot|can-not be guaranteed to; secure or error|virus free; intercepted|amended corrupted|lost;
      views|opinions expressed|presented|contained in|within this|the <mail>; consider the environment before|prior;
      before printing this|the <mail>; think before you print; save trees|paper;
      monitor|monitors|monitored|record|scan … incoming|outgoing and|or outgoing|incoming;
      registered in england|scotland|ireland|wales;
      formed|constitute|constitutes a? binding contract|agreement by e-mail|email;
      intended|meant for the|use-by-the|use-of-the named|intended|addressed; named recipient|addressee|person;
      let us|me know by|immediately; internet communications|e-mails|email are|is|cannot|can not|be|never;
      legal responsibility for; calls may|are be|recorded|monitored; for training and;
      training and or? quality|monitoring; quality and|or training|security purposes?; any action taken in;
      in reliance upon|on|of this|the|it; not authorized|authorised to read|use|copy|disclose;
      do not disclose|copy|forward|open|use … contents|message|email|e-mail|attachments|recipient|information|purpose;
      addressed to you in; is the property of the; commercially|commercial sensitive|in-confidence;
      been|is scanned|checked for viruses|malware|spam by; scanned|checked for viruses by; avast antivirus|com;
      antivirus software www; notification only address; cannot accept incoming;
      let me|us know and|by delete|return|reply`,
    likely: `
      privileged and-or|or|and confidential; intended recipient|recipients|addressee;
      attachments|attachment is|are|may|contains|contain; legally privileged;
      this|the <mail> and|including|with|or any|all|its attachments|attachment|attached|files|accompanying|documents|information;
      this|the <mail> may|is|are|contains|contain|might … confidential|privileged|proprietary;
      notify|inform|advise|contact|alert|telephone|tell the sender|us|me|author|originator|system;
      by return|reply e-mail|email|mail|message; by replying to this; reply to the sender;
      delete|destroy|discard|erase this|the|all|any|your|it <mail>|copies|copy|original|attachments|immediately;
      destroy all copies; permanently|immediately delete|destroy; then delete; copies of the? original <mail>;
      disclosure|dissemination|copying|distribution|use|review|reliance|retransmission or|and|is|of … prohibited|unlawful|forbidden|unauthorized|unauthorised;
      disclosure|dissemination|copying|distribution|printing|retransmission|storage copying|distribution|or|and|dissemination|disclosure|use distribution|copying|disclosure|dissemination|use|storage|other;
      read|print|store|copy|disclose|forward|use print|copy|disclose|distribute|store|forward|or store|copy|disclose|distribute|forward|use|act;
      strictly|expressly prohibited|forbidden; protected|exempt from disclosure; disclosure under applicable law;
      scanned|checked|swept for viruses|malware|the; free from|of any? viruses|virus|malware|defects|error;
      virus free; computer viruses; reasonable precautions to;
      liability|responsible|responsibility for any loss|damage|virus|errors|changes … e-mail|email|attachments|attachment|transmission|message|virus;
      transmitted with it|this|them|the; registered office|number|address|charity; company number|registration|no;
      vat number|registration|no|reg; result of e-mail|email transmission; arising from the use of;
      views or|and opinions; those of the sender; by return; disclose the contents; confidential or|and;
      is|are confidential; contents of this <mail>; information transmitted; part thereof; if you receive|received`,
    hints: `
      intended|meant only|solely|for; any other person; to whom|which it|this; other than the; confidential;
      privileged; attachments; addressee; dissemination; viruses; virus; the sender; unauthorised; unauthorized;
      in error; prohibited; any-loss-or damage; liability; copied|disclosed|distributed to;
      without prior|express|written consent|permission; current legislation; not guaranteed; proprietary`,
    labels: "",
  },
  {
    name: "privacy or cookie notice",
    sure: `
      we|site|website|blog|app|page|our-partners use|uses|employ|place|set … cookies|cookie;
      we and our … partners|providers|vendors store|use|process|access;
      by|if-you continuing|continue|using|use|visiting|visit|browsing|browse|accessing|access|closing|close … you agree|consent|accept|are-agreeing|are-consenting;
      by clicking|pressing|selecting|choosing|tapping … you|accept|agree;
      agree|consent to our|the use|our-use|storing|collection|processing of;
      accept|allow|reject|refuse|decline|manage|block|disable|delete|enable all? cookies;
      necessary|essential|functional|analytical|advertising|marketing|performance|tracking|third-party cookies;
      you can|may|have-the-option-to … opt out of|these; personalise|personalize content|ads|and;
      information about your use of; advertising and analytics partners;
      we|company|group take|takes|respect|respects|value|values|protect|protects your privacy;
      your privacy is|matters; protecting|safeguarding|protect|privacy-of your personal|privacy|information|data;
      method of transmission over; not sell|rent|trade|lease|share … personal|your information|data;
      this|our|following privacy|cookie|cookies policy|notice|statement describes|explains|sets|tells|applies|outlines|discloses|covers;
      how we collect|use|handle|process|treat|store|protect|gather;
      we may? collect|gather|process|store|receive … information|data|name|personal;
      we may|will|can|might-also|do-not|may-also share|disclose|transfer … information|data with|to;
      your name|names e-mail|email|address;
      changes|update|updates|modify|revise|amend|change to? this|our|the privacy|cookie|policy;
      posting the new|updated|revised privacy|policy; with a|the supervisory authority;
      stored|placed on your browser|device|computer; categorized|categorised as necessary; basic functionalities of;
      right|rights to access|request|rectify|erase|object|lodge|withdraw … data|information|consent|complaint|authority|processing;
      do not|never knowingly collect; in accordance with|to this|our|the privacy|cookie policy|notice|statement;
      read|view|see|consult|review our|the … privacy|cookie policy|notice|statement;
      personal data|information you|that provide|you-provide; we retain your; retain your personal|data|information;
      information|data you provide|submit|give; withdraw your consent; google analytics;
      collect|collects the following types|information|data|categories;
      types|kinds|categories of … information|data we|you|that;
      practices|policy|terms described|set|outlined herein|in|out; consent to the|our practices|terms|collection;
      your choices will|are; store and or? access;
      personal|browsing data|information like|such … browsing|identifiers|address|name; unique identifiers;
      embedded content from; exact same way as; close|closing your browser;
      cookie|cookies is|are|contains|contain|that|which … used|set|stored|placed|essential|necessary|no|data;
      user consent for; function properly; functionalities|features and|of … website|site|anonymously;
      compliance with this|our policy;
      collect|collects|use|uses and|process|share … protects|protect|share|shares|discloses your|personal information|data;
      visitors|users leave comments|use; browser user agent; shown in the comments; not be shared with;
      without your|explicit|prior explicit|prior|express? consent;
      essential|necessary|optional|non-essential cookies; personal identifiable|identification information;
      personally identifiable; tracking technologies; if you have an account; end|the-end of your session|visit;
      decide for yourself which; based on your settings; not all functions|features|functionalities of the;
      functions|features|parts of the|our|this website|site; not be available;
      measure the effectiveness|audience|performance;
      serve|show|deliver|display you? … ads|advertisements|advertising|content`,
    likely: `
      under the age of 13|16|18|thirteen|sixteen|eighteen; children under;
      privacy|cookie|cookies policy|policies|notice|statement|preferences|settings|center|centre; use of cookies;
      your|user|users personal information|data|details;
      third|3rd party|parties cookies|service|providers|vendors|advertisers|websites|sites|partners;
      service providers who|that|to; on our behalf;
      your|browsing|user browsing|user|online experience|preferences|consent|device|browser|settings|choices;
      analyse|analyze our? traffic; social media features; ip address|addresses; browser type; log files;
      web beacons; tracking technologies; similar technologies; security of your; your rights;
      legitimate interest|interests; data controller|protection|subject|processing|retention; opt out|in;
      contact us at|by|if|for; when you visit|use|register|access|browse; if you have any questions|concerns about;
      navigate through the; targeted|personalised|personalized|relevant advertising|ads|content;
      our|the|this site|website|service|services|app you|we; terms of use|service|and;
      information we|that-we|you collect|provide; access to|or correction|rectification;
      correction|rectification|erasure|deletion of|or|and; your device; our partners; we collect; data we|you;
      personal data; user experience; with your consent; collected used|shared; website traffic; other websites;
      this cookie; site usage; information will not|be; collect information about|from|when;
      how visitors|you|users use|interact`,
    hints: `
      improve user|our|the|your; the visitor s; terms and conditions; required by law;
      to provide|improve|enhance our|the|your|you; cookies; privacy; personal information|data; your consent;
      third parties; opt; gdpr; ccpa; consent; our|this|the website|site|service|services|partners;
      your browser|device|computer|data|information|e-mail|email|account; at any time; we may|will|use; notify you;
      additional|more|further information`,
    labels: `
      privacy|cookie|cookies policy|notice|settings|statement|preferences; accept|reject|deny|allow all? cookies?;
      manage|customise|customize preferences|settings|options|cookies|consent; learn|find-out|read|show more;
      save|confirm my? preferences|choices|settings; got it; decline;
      necessary|essential|functional|analytics|marketing|statistics cookies?; always active|enabled;
      do not sell my … information`,
  },
  {
    name: "subscription notice",
    sure: `
      you|you-ve are|re|have received|receiving|getting|seeing|received this|our|these <mail>|newsletter|newsletters because|as|since;
      why did|am-i I? get|getting|receiving this;
      no longer|not wish|want|wishing|like|prefer … to? receive|receiving|hear|get; unsubscribe at any;
      to unsubscribe from|click|send|reply|please|follow|visit|or|use; unsubscribe from this|these|our|all|the;
      unsubscribe|opt-out by|here|link|instantly|at; unsubscribe or update|manage|change;
      update|change|manage|edit your subscription|e-mail|email|preferences|profile|subscriptions|mailing;
      view|read|open|see this|it|the <mail> in|on your|a|the browser|web|online; <mail> forwarded to you;
      our|the mailing address is; add us to your; to your address|safe|contact|contacts book|sender|senders|list;
      to ensure|make-sure … our|delivery|messages|emails|e-mails … inbox|delivered|reach;
      subscribed|subscribe|subscription to the|our|this|a … group|list|newsletter|mailing|digest;
      do|please-do not reply|respond directly? to this; sent from an? unmonitored|notification|no;
      <mail> was|is sent automatically|from|to; mailbox|inbox|address|account is|are not monitored|attended|checked;
      automatically generated|automated <mail>; stop receiving e-mails|emails|messages|notifications|these|mail;
      for more options visit; to view|post|see this|to|the|a discussion|group|message|thread on|to|the;
      mailman listinfo; want|wish to change|unsubscribe|update how|from|your; how you receive these;
      sign|signed|signing up for|to our|the|my|free … newsletter|newsletters|mailing|list|updates|updates-by|alerts;
      subscribe to our|my|the|this … newsletter|newsletters|channel|blog|list|feed|updates|podcast|magazine;
      opted in at|to|via|on; delivered|straight|direct|directly to|in your inbox; straight to your inbox;
      unsubscribe list; list archives|archive at; this|it is an|a automated|automatic|system;
      did|do not request|create|sign|register|make this|an|up; ignore|disregard this <mail>;
      account was created|opened; never|not spam|share you|your|e-mail|email; we will never share|sell|spam;
      send the line unsubscribe; more majordomo info; body of a <mail>; majordomo vger|at|info; please read the faq;
      by signing|subscribing|registering up? you|i agree|consent|accept`,
    likely: `
      forward this|to <mail>|a-friend|a-colleague|it to|a; mailing list|address;
      unsubscribe|opt-out at|from|any|link|or; our|the|a|free|weekly|daily|monthly newsletter|newsletters|mailing;
      this|these e-mail|email|e-mails|emails|message|messages; your inbox; your e-mail|email address|preferences;
      subscribed to; sign|signed up; click|clicking here|the|on|this|below; link below|at|above;
      you signed|registered|subscribed|opted; list owner|info|administrator; google groups;
      <mail> from it|us|this-group; googlegroups com; update your preferences; preferences or;
      please ignore|disregard; unsubscribe link; in the footer; e-mail|email you receive; opt out at`,
    hints: `
      from us; at the bottom of; reply to this; unsubscribe; newsletter; subscribe; subscribers; inbox; subscription;
      list; click; receive; e-mails|emails; address book; at any time; on our website; preferences`,
    labels: `
      unsubscribe; subscribe now?; forward to a friend; view in browser; update|manage your? preferences; sign up;
      e-mail|email address; your e-mail|email; thank-you|thanks for subscribing|signing; mailing list`,
  },
  {
    name: "rights notice of a publication",
    sure: `
      is|are a? work|works|product|creation of fiction; works of fiction names;
      names characters|places|businesses|characters-and … places|incidents|events|organizations;
      product|products|figments|figment|creations of the author|authors|writer s? imagination|imaginations;
      used fictitiously|in-a-fictitious;
      characters|persons|events|incidents … portrayed|depicted|in|appearing … are|is fictitious|fictional|imaginary|entirely;
      any? resemblance|similarity|likeness to|between … persons|people|individuals|person|events … living|dead|coincidental|real|coincidence;
      living|alive or dead is|are|or|business|events|places|companies;
      is|are|be purely|entirely|wholly|merely coincidental|a-coincidence;
      no part of this|the|these <work> may|can|shall|should|must|is; all rights reserved; some rights reserved;
      rights reserved no|under|including|worldwide|this|by; stored|store in … retrieval|database system;
      electronic or? mechanical photocopying|including|or|by|photocopy; mechanical photocopying|including recording;
      reproduced|copied|reproduction|duplicated stored|transmitted|distributed|or|in-any|used … means|manner|form|permission|retrieval;
      by|in any form|means|manner or|and|by|whatsoever … means|form|manner|without;
      brief|short quotations|passages|excerpts|quotes|extracts in|embodied|for|used|to;
      critical articles|reviews and|or; scanning uploading and; punishable by law;
      purchase only authori|authorized|authorised; electronic|encourage piracy|editions; your support of the|authors;
      this book is|was sold|stolen; book without a? cover|its; reported as unsold; trade or otherwise be;
      binding or cover other; imposed on the? subsequent;
      has|have asserted his|her|their|the|its moral? right|rights; right|rights of … to be identified as;
      moral right|rights of the|has|have; copyright designs and patents;
      cip|cataloguing|catalog|catalogue record|data|entry for|is|of … available|book|title|from|library;
      cataloging|cataloguing in publication; library of congress cataloging|catalog|control|cataloguing;
      british library cataloguing|cip; available from the british; national library of australia|scotland|canada;
      first|originally|second|third published|printed|issued|edition in|by|as|under|edition|published … 1|19|by|books|press|publishers|publishing|ltd|edition|great|united;
      this paperback|hardback|edition|ebook|hardcover|digital|kindle edition|e-book|ebook|published|first;
      first|second|third|kindle|paperback|ebook|e-book|hardcover|revised edition|printing january|february|march|april|may|june|july|august|september|october|november|december|published|isbn|1|first;
      cover|jacket|interior|book|text design|art|illustration|photograph|photo|image by|and|copyright;
      an|and|are imprint|imprints|registered|division|trademark|trademarks of|or|trademark|trademarks;
      trademark|trademarks|trade-mark of their|the respective|its; respective|rightful owners|holders;
      publisher does not have any; author or third party; does not have any control over;
      information storage|and-retrieval|storage-and;
      author|authors and publisher|publishers disclaim|have|make|cannot|do|are|assume;
      every|reasonable effort|efforts has|have been made to trace|contact|obtain;
      copyright|rights holders|owners|holder; licensed for your personal; re-sold|resold or given;
      this ebook|e-book|copy is|may licensed|not; reproduced with|by permission|kind; reprinted by|with permission;
      used by|with permission; personal use of this; prior|specific specific|written permission and|from|is|of;
      not be published|rewritten|redistributed broadcast|published|rewritten|copied;
      rewritten or redistributed|broadcast; broadcast rewritten; for your personal enjoyment|use;
      an additional copy|for; with another person|anyone; respecting the hard; purchase your own|an;
      designations used by; manufacturers and sellers; distinguish their products; claimed as trademarks;
      every|all precaution|precautions|effort has|have been taken|made;
      assume|assumes|accept|have no|any responsibility|liability|legal for;
      disclaim any|all liability|responsibility|warranties; correct at press;
      may not|never be re? sold|resold|reproduced|copied|distributed|shared|reprinted|used … without|or|in|given;
      for advertising or|promotional; the associated press; with any questions or;
      requests|inquiries for|regarding|about permission|permissions|reproduction|rights;
      bulk purchases|sales|discounts; independently|self published; kindle direct publishing;
      published via|by amazon|createspace|lulu; for information … contact|address|write; rights inquiries|department;
      translation|translated|illustrations|illustration|cover copyright|by|© … copyright|1|2|©;
      public sector information; open government licence|license; crown copyright`,
    likely: `
      permission to reprint|republish|reproduce|use|quote;
      without|express|prior written|the express|written|prior … permission|consent|authorisation|authorization;
      or|any portion|part|portions|parts thereof|of-this-<work>|of-it may|shall|cannot not|be;
      without|with the? … prior|express|written … permission|consent|authorisation|authorization of|from|in the|both|its|in;
      typeset|set|designed|printed|produced|bound in|by|and … typesetting|bound|britain|america|kingdom|printed|china|ltd|inc|garamond|sabon|bembo|type|press;
      printed|manufactured|bound and|in|on … bound|america|britain|kingdom|canada|germany|china|acid-free|paper|india|australia;
      printed in the|great|china|germany|canada|italy;
      unauthorised|unauthorized reproduction|copying|distribution|duplication|use;
      copyright|© by|1|owner|holder|law|laws|page|act|19|20|the|all|notice; work|works of fiction;
      without permission|written|prior|the-written|the-prior|express;
      prior|express|written written? permission|consent; permission of|from|in; written permission;
      the publisher|publishers s; protected by|under copyright|international|u; rights reserved;
      isbn|issn 0|1|978|979|10|13|e; photocopying; retrieval system; registered trademark|trademarks;
      cover design|image; permitted by law|copyright; fair use|dealing; book review|reviews;
      for|write information|permissions address|contact|about; library of congress; british library; acid free paper;
      living or dead; third party websites|sites|web-sites|content; hard work of; this author; additional copy;
      personal enjoyment; copyright owner|holder|holders; electronic or mechanical; in any form;
      the author and|or publisher; the publisher and|or author; brief quotations; errors or omissions;
      this material may|is`,
    hints: `
      to other people; publisher|publishers or|and|of|is|except; this|present <work> is|or|may|has|and;
      any means|form; published|printed by|in; author s|of; printed in; copyright; publisher; reproduced;
      transmitted; photocopying; permission; publication; edition; fiction; fictitious; imprint;
      press|books ltd|limited|inc; all rights; isbn; paperback; trademark; reserved; by law; reprinted; printed;
      published`,
    labels: `
      all rights reserved; copyright|©; isbn|issn; printed in; first edition|published|printing; rights reserved`,
  },
  {
    name: "Project Gutenberg notice",
    sure: `
      the|this|a|full|all project gutenberg|gutenberg-s|gutenberg-tm ebook|etext|e-text|e-book|license|licence|literary|s|is|tm|trademark|works|electronic|collection;
      project gutenberg ebook|etext|s|e-text|tm|license|licence|literary|is|australia|volunteers;
      distributed proofreading|proofreaders team|at|canada|europe; www|https|http pgdp|www-pgdp|gutenberg net|org;
      e-text|etext|ebook|text|produced|transcribed prepared|produced|by … by|proofread|proofreading|volunteers|distributed|gutenberg;
      produced|prepared|transcribed|scanned|digitized from|by … proofread|gutenberg|distributed|images|internet-archive;
      images generously made|provided; generously made available by; this|the file was produced;
      transcriber s note|notes;
      spelling punctuation|hyphenation|and|has|was … retained|preserved|left|original|kept|unchanged;
      anyone anywhere at|in; re use it under; give it away or; almost no restrictions|restriction;
      updated editions will replace; old editions will be; owns a united states; character set encoding;
      start|end of the|this|project project|gutenberg; release date|d … ebook|etext|e-text|language;
      most recently updated; posting|release date; original publication; this etext|ebook was;
      digital|digitized|scanned copy|edition of a|the; preserved for generations; scanned by google;
      make the world s; enter the public domain; early journal content; jstor is a; from|by the internet archive;
      produced in epub|html|pdf|kindle; online distributed proofreading; library shelves before; copyright to expire;
      works in the public domain; subject to copyright or whose`,
    likely: `
      obvious|minor … error|errors|mistake|mistakes|misprints … corrected|been|amended|changed|repaired|fixed;
      project gutenberg; gutenberg org|net|ebook; internet archive|archive-american; digital library;
      proofread by|and; title author|the|a; language english|french|german|spanish; character set; release date;
      credits produced|e-text|transcribed; inconsistent|variant|archaic hyphenation|spelling|spellings;
      have been retained|corrected; public domain; html|hathitrust version|digital; google book|books search|as;
      carefully scanned; academic journals; public domain books|work|works; epub format; project to make`,
    hints: `
      transcribed|produced|scanned by|from; ebook; etext; transcriber; retained; corrected; punctuation;
      illustrations; original spelling; volunteers; images; license; encoding; utf 8; iso 8859`,
    labels: `
      title; author; language; release date; editor; translator; illustrator; credits; produced by;
      character set encoding; english; utf 8`,
  },
];
