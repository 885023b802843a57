/** Signs of disclaimers and of the frames of pages in English; `noticeSigns.ts` says how they are written. */
import type { NoticeSigns } from "./noticeSigns.ts";

export const ENGLISH_PAGES: readonly NoticeSigns[] = [
  {
    name: "disclaimer",
    sure: `
      for|is general|informational|educational|information|entertainment|illustrative … purposes only|and;
      informational|educational|information|entertainment|illustrative|illustration|marketing|discussion purposes only;
      is|are|be|and not|nor a? substitute|substitutes|replacement|alternative for|to;
      past performance|results is|are|does|do|of not|no|past|indicative;
      performance|results is|are|do|does no|not|necessarily|indicative … guarantee|indicative|reliable|predict|indicator|guide|indication;
      indicative|indicator|guarantee|predictor|guide of|to future|guarantee results|performance|returns;
      advice of|from a|your|an|qualified|the … physician|doctor|professional|advisor|adviser|attorney|provider;
      never disregard; delay in? seeking; disregard professional; medical advice diagnosis or|and;
      diagnosis or|treatment treatment|or; diagnose treat cure; treat cure or|prevent; not been evaluated by;
      food and|drug drug|administration administration; results may|will vary|differ; individual results;
      attorney|lawyer|solicitor|doctor client|patient|solicitor relationship; act or refrain|omit|not;
      rely|acting|act|refrain on|from|upon the basis|acting|any|basis|information … content|information|advice;
      reliance|use you|on place|such|of|the|any-information|this … risk|information|strictly|discretion;
      make|makes|give|gives|provide|provides|is|offer no|any|not representation|representations|warranty|warranties|guarantee|guarantees;
      as|an is|as basis|without|and|with;
      accept|accepts|assume|assumes|have|has|take|takes|bears|bear|disclaim|disclaims|disclaimed|accepted|assumed no|any|all|not|for responsibility|liability|liable|warranties|legal-liability;
      no|any|not responsibility|liability|responsible|liable is|for|or|whatsoever|will|can|or-liability … error|errors|loss|losses|damage|damages|omissions|accuracy|content|use|consequences|injury|accepted|assumed;
      errors|mistakes or omissions|inaccuracies;
      information|material|data obtained|derived|from|is|provided|gathered|has-been-obtained … sources|as-is believed|considered|that|reliable|without;
      believed to be reliable|accurate|correct; subject to change|availability|alteration without|at|notice;
      value|price of investments|your|an|shares|investment … go|fall|fluctuate|rise|can;
      get|receive back the? amount|less|full|money|all; capital|investment is|at risk;
      not|be suitable for every|all|everyone|each; no plans to initiate; inclusion of any|a|links|such;
      imply|constitute|not a|any|our|necessarily? recommendation|endorsement|affiliation; endorse the views;
      links to other|external|third|websites|sites|outside … responsible|control|not|convenience|endorsement|content;
      expressed … are|is|remain solely? those|that|my|our|their|the of|own|author|authors|opinion;
      official policy|position or|of;
      all|any|these opinions|views|thoughts|errors|remaining expressed? are|is|remain my|our|mine|those|the;
      responsibility of the author|authors|writer|user|individual;
      any|remaining|all errors|mistakes or|are|remain|and … mine|own|ours|responsibility|author|authors|alone;
      affiliate|referral|sponsored link|links|post|disclosure|program|programs|partner|advertising|marketing|commission;
      amazon|amazon-services associate|associates|llc|affiliate;
      no|at-no|without extra|additional|any cost|expense|charge to you|for; qualifying purchases;
      received|given|provided|sent-me … free|complimentary|review|advance|digital copy|product|sample … review|exchange|opinion;
      honest|unbiased|fair|voluntary review|opinion; keep out-of|away-from … reach|children; keep out of reach;
      if you are pregnant; void where|in prohibited; terms and conditions apply; no purchase necessary;
      trademarks|names and|logos … property|owners|respective; property of their respective;
      prices subject|are|and-availability subject|to;
      before making|taking any|an|a|investment|financial|important … decision|decisions|action;
      opinion|opinions are|is my own|alone; parental|viewer|reader discretion|advised is? advised;
      do your own research|due-diligence; own research and|before; subject to market risk|risks;
      documents carefully before investing; at|on your own risk; possibility of such? damage|damages|loss;
      any damages whatsoever; damages of any kind; no affiliation with; not affiliated with;
      licensed|registered|certified financial|investment adviser|advisor|planner|professional;
      does|do|should|may not replace the|a|your|professional … advice|counsel|doctor|physician|clinician|clinicians|consultation|treatment|care;
      call 911|999|112; in a medical emergency; use at your own; expresses|express my own? opinions|views;
      not|nor receiving|received|paid compensation|any for|from; business relationship with any;
      verify independently; investments|investing in … risk|risks|risky|volatile;
      involves|involve|carries|carry a|substantial|high|significant|some? … risk|risks of; total|substantial loss of;
      not a guarantee of; cryptocurrencies|bitcoin|digital-assets … volatile|risk;
      may|might contain|include errors|inaccuracies|mistakes|typographical; may not be up to date;
      subject to revision|change; held responsible|liable|accountable for any;
      cannot|can-not|shall-not|will-not be held responsible|liable; solely responsible for the content|contents;
      can|may make mistakes check|please|always;
      trademarks|names|logos|brands are|is|and … property|trademarks of their|the|its;
      reviewed|verified by|with a? qualified|licensed attorney|lawyer|professional|counsel;
      requirements|laws|regulations may vary by; may vary by state|jurisdiction|country|location|region`,
    likely: `
      lose all|some|more … investment|capital|money|deposit;
      not|nor constitute|constitutes|represent|intended|offer|meant|be-considered|provide|considered|give … investment|financial|medical|legal|tax|professional|accounting|trading|advice|recommendation|recommendations|offer|solicitation|endorsement|guarantee;
      should|to|may|can not|never|only? be construed|interpreted|relied|used|considered as|upon|on;
      always|please|you-should|should|must consult|seek|speak|talk|check … doctor|physician|lawyer|attorney|professional|adviser|advisor|advice|accountant|provider|expert;
      consult|speak-to|ask|see|contact with? a|an|your|their|the … doctor|physician|lawyer|attorney|professional|adviser|advisor|accountant|provider before|if|about|prior|for|regarding|to;
      own|sole risk|discretion;
      no|any|without|other representation|representations|warranty|warranties|guarantee … express|expressed|implied|is|are|of|made|as;
      express|expressed or|nor implied; in no event|circumstances|way shall|will|should|is|are|be|constitutes;
      under no circumstances shall|will|should;
      indirect|incidental|consequential|special or|and|incidental|consequential|special|punitive|indirect … loss|damage|damages;
      loss or damage|damages;
      every|reasonable|all|best effort|efforts|care|attempt|attempts is|has|have|was|were|to|been|are made|been|ensure|provide|taken|make;
      offer|solicitation|invitation|recommendation|inducement to buy|sell|purchase|invest|subscribe;
      buy|sell|purchase|hold or|and sell|buy|hold|sale any? security|securities|stock|stocks|shares|any|or|fund|financial;
      risk of loss|losing;
      have|has|hold|holds|had|own|owns no|any|a|long|short position|positions|interest|shares in;
      do|does|may|need|should|not not|necessarily necessarily? reflect|represent|state|coincide|reflecting|constitute|the|be those|the|that|any … views|view|opinions|opinion|policy|policies|position|positions|official|of;
      in exchange for an|my|a|honest; sponsored by|post;
      not|neither affiliated|associated|endorsed|sponsored|connected with|by|endorsed|or;
      seek|seeking|obtain|get|take … independent|professional|legal|medical|financial|qualified|appropriate advice|counsel|help|assistance;
      medical condition|conditions|professional|treatment|emergency;
      qualified health|financial|professional|legal|medical|attorney; advice on any|a;
      information|content|contents|material|materials|opinions provided|contained|presented|published|on|in|available|found|included|herein|expressed|is … website|site|blog|article|page|herein|here|post|publication|report|video|newsletter|document|podcast|channel|book|this|general|provided;
      website|site|blog|article|post|page|video|newsletter|report|book|podcast is|are|does|contains|may provided|for|intended|not|general|meant|contain;
      due diligence; implied warranties; full|my|affiliate|see-my|our disclosure|disclaimer policy?; without notice;
      general information|guidance|purposes; editorial|official policy|position; make|makes a? purchase;
      before use|using|taking; copy of this|the book|product;
      medical|financial|legal|professional or|and financial|legal|professional|tax|medical advice?; own risk;
      ai generated; research purposes; affiliation with; qualified financial|investment; predictions are|based;
      unlimited loss|losses; registered investment adviser|advisor; wrote this article|post|review myself|because;
      any questions or concerns|comments`,
    hints: `
      your investment|capital|money; any party;
      not|nor|never be? construed|interpreted|taken|relied|regarded|used|treated|understood as|upon|on|in;
      at your|the-user-s|the-reader-s own|sole|risk;
      accuracy|completeness|reliability|correctness|adequacy|suitability|timeliness or|and|reliability|suitability|accuracy|completeness|timeliness|validity;
      views|opinions|opinion|statements|ideas|thoughts|conclusions|findings|positions and|or|expressed|presented|contained|stated|here|in-this|are|on-this … author|authors|own|those|mine|solely|writer|writers|contributors|guests|speaker|alone|speakers;
      earn|earns|receive|get|make … commission|fees|fee|compensation|percentage|commissions;
      not sponsored|compensated|paid;
      investment|financial|medical|legal|tax|professional|trading advice|adviser|advisor|advisors|decision|decisions;
      health care|provider|professional;
      your|a own? doctor|physician|attorney|lawyer|accountant|advisor|adviser|broker|research;
      contained herein|in|on; third party|parties;
      to|recommend any|a|the|particular security|securities|stock|investment; including without|but limitation|not;
      arising out|from of|or|the; completeness|accuracy of|or; up to date;
      a|small|an|advertising small|affiliate? commission|fees|program; not intended to|as|for; and do not;
      our|the employer|organization|institution|editors|publisher;
      these|product|products statements|is|are have|not|intended; advice; warranty; warranties; liability; liable;
      disclaimer; accuracy; completeness; reliability; investment; securities; recommendation; informational; solely;
      risk; consult; physician; attorney; disclosure; commission; affiliate; opinions; author|authors; advertising;
      endorse|endorsement; guarantee;
      this website|site|article|blog|post|page|material|document|newsletter|information; your own; responsibility;
      purposes; educational; whatsoever; construed; information; results`,
    labels: `
      disclaimer; disclosure; advertisement; sponsored`,
  },
  {
    name: "forward-looking statements",
    sure: `
      forward looking statement|statements|information|and|or; securities litigation reform; litigation reform act;
      safe harbor|harbour statement|provisions|provision|for|under|notice|created|from;
      securities act|exchange of|act 19|1933|1934|of; section 27a|21e of; securities exchange act|commission;
      undertakes|undertake|assumes|assume|disclaims|disclaim|has|have|accepts no|any|not obligation|duty|responsibility|intention|intent … update|revise|publicly|correct|release;
      update|revise or? update|revise|any|publicly|the|these … forward|statements|statement|information;
      result of new|future|any|subsequent information|events|developments;
      actual|our|future results|performance|events|outcomes|outcome|achievements … differ|vary|differing materially|significantly|substantially|from;
      materially different|from; undue reliance; known and unknown|risks;
      risks and|uncertainties uncertainties|other; uncertainties that|and|which|some|include|including|many;
      filings|filed|reports|file with|made the? securities|sec|u-s-securities|canadian; form 10|20|8 k|q|f;
      annual report on form; only as of the; not historical|purely facts|fact|historical;
      statements of historical|other; cautioned not to; cautionary statement|statements|note|notice|language;
      non gaap financial|measures; does not constitute an offer;
      except as required|may by|be law|applicable|required;
      for more|further|additional information … visit|contact|please|see|go|about|call;
      leading|global|premier|world-s-leading provider|manufacturer|supplier|developer|leader of|in;
      media|press|investor contact|contacts|inquiries|relations|enquiries; undue reliance on; certain statements in;
      guarantees|guarantee of future; headquartered|based in … company|employees|offices; learn more at`,
    likely: `
      current|reasonable expectations|assumptions and|or|of; such statements are|involve|speak;
      about the company|future; visit www|us|our;
      within the meaning of … securities|section|act|private|federal|applicable; identify|identified forward|such|by;
      similar|comparable|other expressions|words|terms|terminology|meaning are|or|identify|intended|that|and;
      anticipate|anticipates|believe|believes|expect|expects|intend|intends|plan|plans|estimate|estimates|may|will|could|should|project|projects|aims|seek|potential|continue anticipate|anticipates|believe|believes|expect|expects|intend|intends|plan|plans|estimate|estimates|project|projects|may|could|should|potential|might|seek|would anticipate|believe|expect|intend|plan|estimate|project|should|could|anticipates|believes|expects|intends|plans|estimates|projects|and|or|may|would|seek|might|potential|continue|predict|similar;
      speak|speaks only|as as|of; press|news|this release|announcement contains|may|are|includes;
      current expectations; assumptions that|and; expressed or implied; securities and exchange;
      investors are|should|relations|and; readers are|should;
      this|the release|presentation|report|announcement contains|and|may|that; historical fact|facts;
      future events|results|performance|operations|financial; new information;
      the company s|undertakes|expects|believes; risk factors; media contact; words such as`,
    hints: `
      differ|vary materially|significantly|substantially|from;
      current|management s? expectations|beliefs|estimates|and; as amended; required by law; statements;
      uncertainties; risks; expectations; assumptions; materially; the company; results; expected; factors; law;
      securities; obligation; hereof; projected`,
    labels: `
      for immediate release; about|media|investor relations|contact|contacts; press contact`,
  },
  {
    name: "frame of a web page",
    sure: `
      your|you e-mail|email address|account will|is not|never be|published|shared; required fields are|marked;
      fields marked with|are|required;
      all|mandatory|fields fields|marked are|required|with … required|mandatory|asterisk;
      save my|this name|information|info e-mail|email|for|and; next time i comment;
      notify|email|e-mail|alert me of|when|via|by|if|about … comment|comments|posts|post|follow|replies|reply|someone;
      uses akismet to; comment data is; to reduce spam; cancel reply;
      leave|post|add|write|submit|make|join a|your|the|my reply|comment|comments|review|response|conversation|discussion|testimonial;
      must|need|have|please be|to-be|log logged|signed|registered|in|login in|to|or … post|comment|reply|leave|view|vote|register|rate;
      log|sign|login|register|logged in to|or|with|using … comment|post|reply|register|account|facebook|google|wordpress|vote|create|sign;
      comments|comment|posts|reviews on|are|is|may|for|will|have … closed|moderated|disabled|reviewed|approval|removed|appear|published|moderation|approved|off;
      no comments|responses|reviews|replies yet|posted|to|on; there are no|currently comments|reviews|no;
      html tags are|allowed|and; you may|can use these|the html|following; post comments atom;
      please enter|check|type|fill|wait|try|verify|confirm your|an|a|the|this|in … comment|name|email|e-mail|address|valid|form|password|box|captcha|again|moment;
      click|share|tweet|pin|print|email to share|on|this|a|it|post|link|via … facebook|twitter|linkedin|pinterest|whatsapp|reddit|email|e-mail|tumblr|telegram|friend|new-window|x|pocket|window|article|page|story;
      opens|open|opened in a? new window|tab;
      powered|proudly|site|built|designed|theme|website by|with|powered … wordpress|blogger|drupal|shopify|disqus|squarespace|wix|joomla|by|jekyll|hugo|ghost|discourse|phpbb|vbulletin|elementor;
      follow|like|join|find|connect us|me|our|with on|our|at … facebook|twitter|instagram|social|linkedin|youtube|pinterest|community;
      enable|enabled|requires|turn|without|support|use|activate|have javascript|cookies in|to|on|is|disabled;
      javascript is|seems|must|to disabled|not|be|required|enabled;
      page you|page requested|were looking|cannot|not|could … found|for|exist;
      browser does|is|version|you not|outdated|no|are support|longer|using; do not have permission;
      all times are|listed;
      page|content|article|this was|has|is|page|last last|been|not|modified|updated|edited|reviewed updated|modified|edited|changed|viewed|reviewed|accessed on|at|by|1|2|3|times;
      last updated|modified|edited|changed|reviewed on|1|2|3|at;
      text|content|material|except is|are|where|otherwise available|licensed|released|noted under|as|this|a;
      creative commons attribution|license|by|attribution-sharealike; additional terms may; by using this site;
      agree to the|our terms; wikimedia|wikipedia foundation|is|by|the|r; from wikipedia the; free encyclopedia;
      is a|an|still stub; expanding|improving|editing it|this;
      does|needs|may|section not|additional|cite|require|contain any|references|citations|cleanup|verification|original|sources … verification|sources|citations|standards|research|references;
      unsourced|unreferenced material|content|statements; challenged and removed; reliable sources; learn how and;
      template message; when to remove this; retrieved from; hidden categories; articles with|lacking|needing;
      registered trademark of the; non profit organization; estimated|min|minutes|minute reading|read time|read;
      bookmark|permalink the|to|link|this … permalink|page|link|post; rss|atom|comments feed|feeds|for;
      trackback|pingback url|uri|s; view|see all|my|complete|full … profile|posts|comments;
      thank|thanks you? for reading|subscribing|visiting|your-comment|sharing|signing|watching|your-feedback|stopping;
      was this|article|page helpful|page|article|information|review|answer|useful;
      support|donate|buy our|to|us|me|now|a … journalism|work|coffee|patreon|today|page;
      this site|form is protected|uses; protected by recaptcha; google privacy policy; all rights reserved;
      cannot|may|can post|reply|edit|delete|attach|download|vote|not-post new|to|your|files|in topics|posts|attachments|polls|this|in;
      in this forum; detected that javascript|you; enable|allow javascript or|to|in; switch to a supported;
      supported browser; javascript to run; reached your|the … limit|articles; free articles;
      to continue|keep reading; subscribe|subscription now|today for|to|and; unlimited access;
      earlier|previous|print version of this; version of this article; appears|appeared in print; order reprints;
      today s paper; made possible by;
      consider|please-consider making|donating|becoming|supporting|subscribing|a … donation|contribution|subscription|us|member|work|donating;
      independent journalism; speech recognition software; review the episode;
      transcript|transcription|transcripts was|is|are|may|provided … created|produced|generated|errors|updated|contain|by|final;
      share to twitter|facebook|pinterest; blogthis; email this blogthis|article|post; the time now is; time now is;
      new topics in; copyright notice|policy; sign in or create; create an|a-free account;
      a|this|correction article|story|post|correction … misstated|incorrectly|updated|corrected;
      originally|first appeared|published on|in|at|as … blog|website|com|magazine;
      reprinted|republished|reposted|cross-posted|syndicated from|with|on|under … permission|license|com|blog;
      phpbb group; view this page; reporting by … editing|writing by; editing by; trust principles;
      our standards the; site design logo; user contributions licensed|are; stack exchange inc;
      licensed under cc|a|the by|creative|mit|open; wire|news|syndicated agency feed;
      without|with any? modifications to the; auto generated from; notes to editors; like and subscribe;
      subtitles|captions by the|amara; photo|image|picture credit|credits|courtesy;
      credit|photo|image getty|shutterstock|istock|reuters|unsplash|pixabay`,
    likely: `
      already a subscriber|member|print; readers|listeners|viewers|donors|people like you;
      enter|type your|the|a … comment|name|e-mail|email|here|password|search|characters|keyword|code;
      read|view|see|show|load|browse|display|explore all|more|full|our|other|next … article|articles|posts|comments|story|from|stories|results|by|profile|entries|items|products|about|reviews;
      this topic|thread|entry|post|item|article has|was|is … closed|posted|filed|tagged|under|archived|locked|by|written|not|published;
      did you find|like|enjoy this|what; let us|me know in|what; don t forget|miss to|out|a|an|our;
      get|become|unlimited access|a|an|full|instant|member|subscriber … today|now|premium|digital|access|content;
      already have|a|registered|an an|account|subscriber|member|user|have;
      create|register|open|sign an|a|new|for|up account|free|profile; privacy policy; contact us; log|sign in|out|up;
      site map; cookie policy; opens in new; follow up comments; new posts; additional citations; any sources;
      article about a|an; adding citations; comments are; moderated and; new comments; using this site; home page;
      help|customer center|desk|service; your browser; this forum; newer post|posts; older post|posts; posted by;
      your posts; supporting us; a donation|subscriber; free access|trial|account; subscribe now; print edition|on;
      new york edition; email transcripts; powered by; the headline`,
    hints: `
      share to; be the first to;
      share this|on|via|your|it post|article|page|facebook|twitter|story|entry|with|linkedin|email|thoughts|x;
      skip|jump|back|return|go|scroll to … content|navigation|search|top|main|home|homepage|menu|footer;
      help|improve … wikipedia|article|by|adding|expanding|improve;
      forgot|forgotten|remember|reset|lost your|me|password; terms of|and use|service|conditions|sale; about us;
      your comment|name|email|e-mail|reply|message; to post; approved by; agree to; search for|the|results; comments;
      akismet; spam; required; browser; website; e-mail|email; facebook; twitter; instagram; wordpress; sources;
      stub; citations; wikipedia; moderated; privacy; terms; trademark; editor|editors; page; site; post`,
    labels: `
      home page?; about us|me|the-author|this-site|cookies|wikipedia|contact?;
      contact us|me|form|information|wikipedia?; services; service; products; product; shop; store; blog; news;
      press; careers; jobs; work with us; help; faq; faqs; support; events; gallery; portfolio; team;
      our team|story|work|services|company|partners; search for|site|results|form?; search; menu; main menu;
      toggle navigation|menu; navigation; close; open menu; log|sign in|out|on|up; login; logout; register;
      my account; cart; basket; checkout; add to cart|basket|wishlist; wishlist; account; subscribe; newsletter;
      follow us|me?; share; share this|on|via facebook|twitter|x|linkedin|pinterest|whatsapp|reddit|e-mail|email?;
      click to … on|to|in facebook|twitter|print|linkedin|pinterest|reddit|friend|whatsapp|tumblr|window; tweet;
      tweet this; pin it?; print; print this page?; e-mail|email; e-mail|email this article|page|to-a-friend?;
      facebook; twitter; instagram; youtube; linkedin; pinterest; whatsapp; reddit; tumblr; telegram; tiktok; rss;
      rss feed; like this; like; loading; like loading; related; related posts|articles|content|topics|stories|news;
      recent|latest|popular posts|comments|news|articles|stories; archives; archive; categories; category; tags; tag;
      meta; previous|next|older|newer post|posts|page|article|entries|story?; read|learn|load|show|view|see more;
      read next; more; continue reading; reply; replies; comments; comment; leave a reply|comment; post|add comment;
      cancel; submit; send; name; website; your name|email|e-mail|comment|message|rating|review; password; username;
      remember me; forgot password; privacy; privacy policy|notice|statement;
      terms of|and|& use|service|sale|conditions; terms; terms conditions; conditions of use;
      cookie|cookies policy|notice|settings?; cookies; disclaimer|disclaimers; legal; legal notice; imprint;
      accessibility; accessibility statement; site-map|sitemap; advertise with us?; advertising; advertisement;
      feedback; site feedback; donate; download; downloads; go to top; back to top; top;
      skip to … content|navigation|search; jump to navigation|search|content;
      view|edit history|source|this-page|page; edit; history; talk; discussion; random article;
      main|current page|events; contents; recent changes; what links here; special pages; permanent link; permalink;
      page information; cite this page; printable version; mobile view; developers; statistics;
      most read|popular|viewed|shared|commented; trending|trending-now; popular; you|you-may may|also also? like;
      editor s picks; featured; sponsored; ads by; skip ad; english; language; languages; select language;
      powered by wordpress|blogger; proudly powered by wordpress; wordpress org|com; entries|comments feed|rss;
      sort by; filter by?; view all; see all; all rights reserved; copyright|© 19|20|2?; press release|releases;
      media; publications; resources; members; membership; locations; find us; opening hours; directions; sections;
      topics; authors; about the author; sign up now?; get started; free trial; pricing; features; documentation;
      company; investors; investor relations; sustainability; community; forum; forums; quick links; links;
      useful links; share your thoughts; report; report abuse|this; flag; hide; save; bookmark; copy link; embed;
      play; pause; mute; video; videos; photos; podcasts; opinion; sport; sports; business; politics; world; culture;
      lifestyle; travel; technology; health; science; entertainment; weather; opens in new window`,
  },
  {
    name: "statement to applicants",
    sure: `
      equal|equal-employment opportunity|opportunities employer|employers|workplace|and|statement|policy;
      qualified applicants|candidates will|are|receive|regardless;
      all|qualified applicants|candidates|applications|employees|persons will|receive|are … consideration|considered|regard|welcome|encouraged;
      receive consideration for; consideration for employment;
      regardless of|on … race|gender|age|sex|background|colour|color|religion|disability; veteran status;
      status protected by; discriminate|discrimination on|based|in|against|of the|on|any|upon;
      reasonable|disability accommodation|accommodations|adjustment|adjustments;
      diversity and|equity|is|inclusion inclusion|are|inclusive|equality|committed;
      committed|commitment to creating|providing|building|diversity|a|an|equal|fostering|equality|promoting … diverse|inclusive|inclusion|diversity|environment|workplace|workforce|opportunity|equality;
      only|we shortlisted|selected|successful|those candidates|applicants; shortlisted candidates|applicants;
      candidates|applicants will|who|with be|are|have contacted|notified|selected|shortlisted; e verify;
      authorized|right|eligible to work|legally in; encouraged to apply; right to work in;
      competitive salary|benefits|compensation and|package|benefits;
      send|submit|email|e-mail your|a|resume|cv cv|resume|covering|cover|application|and … letter|resume|cv|to;
      cover|covering letter to|and|with|explaining|outlining; how to apply; closing date for;
      salary commensurate|dependent with|on; value|values|valuing|embrace|embraces|support diversity|inclusion;
      discrimination|discriminate and|or harassment|retaliation; protected by federal|law|applicable;
      job description|posting|advertisement|duties|statement|above … exhaustive|inclusive|construed|constitute|intended|subject|contract|guarantee;
      duties as assigned; not|nor intended to be|cover … exhaustive|all-inclusive|comprehensive; change at any time;
      at will employment; subject to change by; needs of the|our employer|business|company|organization;
      applicants|candidates from|of all? … backgrounds|background|walks;
      we welcome|encourage applications|applicants|candidates;
      any other protected|legally|characteristic|status|basis; with or without notice`,
    likely: `
      genetic information; federal state or|and local; equal employment opportunity|opportunities; other duties as;
      sexual orientation gender|age|national|marital|disability|religion|or|and|veteran … identity|status|origin|disability|age|religion;
      gender identity or|and|national|expression|age|sexual|disability;
      background|criminal|reference|dbs|drug check|checks|record|checks-will|screening|test;
      no|strictly|unsolicited agencies|agency|phone-calls|recruiters|resumes|recruitment; affirmative action;
      equal opportunity|opportunities; national origin; sexual orientation; gender identity; marital status;
      inclusive environment|workplace|culture; celebrate diversity; application process;
      job|all|qualified applicants|applicants|candidates; disability status;
      our recruiter|recruiting|recruitment|hiring|hr team?; recruiting team; for employment; an accommodation;
      qualified|all applicants; applicant or employee; employment agreement|contract;
      protected characteristic|class|status; military or|and veteran; diversity at|in|of; job description;
      requirements of the job; harassment of`,
    hints: `
      the position|employer; age disability|or; without regard to;
      race|colour|color|religion|creed|ancestry|ethnicity|age|sex|gender color|colour|religion|sex|creed|age|gender|ethnicity|national|religious|disability|nationality|sexual color|colour|religion|sex|creed|national|gender|age|origin|sexual|ethnic|marital|disability|ancestry|pregnancy|orientation|race;
      protected|disabled veteran|veterans|characteristic|characteristics|class|by|status;
      does|do|not|will|prohibit|prohibits not|discriminate|unlawfully-discriminate|discrimination on|against|based|in;
      apply for|now|online|to-this; applicants; candidates; race; disability; veteran|veterans; discriminate;
      diversity; inclusive; employer; employment; employees; recruiter; recruitment; background; shortlisted;
      due to a disability; contacted`,
    labels: `
      apply now; job description; requirements; responsibilities; qualifications; how to apply; benefits; full time;
      part time; equal opportunity employer`,
  },
  {
    name: "statement of a paper",
    sure: `
      open access article|this|under|and; article distributed|published|licensed|is under|open|an;
      distributed|licensed|published under the terms;
      permits|permitting|which unrestricted|permits|non use|unrestricted|commercial; in any medium;
      original work|author|authors|source is|and|are|be properly|cited|source|credited|the;
      provided the|that|you the|original|give … cited|credit|work|author;
      author|authors|writer|s declare|declares|declared|report|reports|have|has|state|disclose no|that|they|there|the … competing|conflict|conflicts|interest|interests|disclose|absence|commercial;
      funder|funders|sponsor|sponsors|funding had no|role|source role|in|had; study design data;
      data collection and|analysis; decision to publish|submit; preparation of the|this manuscript;
      role in the|study|design; remains neutral|with; jurisdictional claims; institutional affiliations;
      publisher s note|disclaimer;
      data|datasets|code availability|generated|are|that|used|and-code … statement|available|request|support|article|repository;
      available from|on|upon the|reasonable|request corresponding|author|request; reasonable request;
      corresponding author; contributed equally; author contributions|contribution;
      informed consent was|from|statement|form|obtained; ethics committee|approval|statement|declarations;
      institutional review board; declaration of helsinki; personal|for or classroom|personal use;
      hard copies of all; copies are not|bear made|this; profit or commercial advantage; abstracting with credit;
      servers or to; redistribute to lists; exclusive licensee|licence|license; received in revised;
      received 1|2|3|january|february|march|april|may|june|july|august|september|october|november|december … accepted;
      peer review under|information|history|responsibility;
      supplementary|supporting|additional material|information|data|files is|are|associated|can|available|to|for;
      handling|academic|reviewing editor; copyright|© … authors|author|licensee|mdpi|elsevier|springer;
      licensee mdpi|biomed|elsevier; creative commons attribution; creativecommons org; for permissions please;
      reprints and|or permissions|permission; orcid id|org;
      all authors read|have|approved|contributed|agreed|reviewed; approved the final; read and approved|agreed;
      to cite this article; cite this article as; received no|any specific|external|financial|funding|grant;
      specific grant|funding from|for; all relevant data; within the paper;
      supporting|supplementary|supplemental information|material|materials|data files|file|is|are|for|available;
      et al this|1|2 is?; received|revised … accepted|revised … published|accepted|online; prior specific permission;
      copies are not made; copies bear this; full citation on; granted without fee; to republish to post;
      digital or hard copies; not for profit sectors|or;
      this|present|presented thesis|dissertation|work|project|report is|has|was|and … own|submitted|original|degree|accepted|fulfilment|fulfillment;
      not been submitted|previously; submitted for any|a|the other|degree|award; partial fulfilment|fulfillment of;
      requirements for the degree; own|original|independent work and|except|unless|that;
      sources|references|literature have been|i-have|used … acknowledged|cited|listed|indicated|referenced`,
    likely: `
      hereby|herewith|solemnly declare|certify|confirm|affirm that;
      competing|conflicting|conflict-of interests|interest;
      no|any|potential|of competing|conflict|conflicts|financial|known interest|interests|of|competing;
      published by elsevier|springer|oxford|wiley|mdpi|taylor|sage|the; creative commons; open access;
      competing interests; properly cited; unrestricted use; distribution and reproduction;
      supported by|in grant|part|the; author|authors contributions|contribution|declare;
      this|the work|research|study was|received supported|funded|no; published maps; data are;
      no funding|external|role; ethical approval; grant number|no|agreement; specific funding|grant; relevant data;
      no specific; supporting information; or a fee; this|my thesis|dissertation; for the degree of;
      any other university|institution|degree`,
    hints: `
      without the? unauthorised|help|aid|assistance of|help|assistance; first page;
      conflict|conflicts|competing|declaration of|interest|interests|competing interest|interests|statement;
      under|the license|terms of; decision to; license|licence; reproduction; cited; funder|funders; manuscript;
      authors; publisher; declare; affiliations; study; data; journal; funding; neutral; publish; medium; distribution`,
    labels: `
      open access; abstract; keywords; introduction; references; acknowledgements; acknowledgments; funding;
      conflict of interest; competing interests; data availability; author contributions; article info;
      article history; corresponding author; received; accepted; available online`,
  },
];
