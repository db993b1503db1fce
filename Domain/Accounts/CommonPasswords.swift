/// Passwords of 8 characters or more that are guessed first, in lower case.
///
/// Source: the list of passwords seen most often that comes with John the Ripper (Openwall, last
/// updated 2011, in the public domain), the entries that are long enough for `PasswordPolicy`.
enum CommonPasswords {
  /// Whether the bytes are one of them, whatever the case of ASCII letters; nothing is copied.
  static func contains(_ password: UnsafeRawBufferPointer) -> Bool {
    list.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
      .contains { $0.elementsEqual(password.lazy.map(\.asciiLowercased)) }
  }

  private static let list = """
    password password1 123456789 12345678 1234567890 computer internet baseball michelle changeme
    trustno1 butthead football iloveyou jennifer jonathan poohbear sunshine victoria whatever
    alexander asdfjkl; basketball elephant goodluck lacrosse shithead stephanie a1b2c3d4 christin
    franklin maryjane maverick mitchell mountain pearljam princess startrek steelers sunflower
    superman benjamin bluebird chocolate cocacola einstein explorer flamingo katherine security
    snowball thunderbird beautiful caroline charlotte crawford elizabeth firebird fletcher
    garfield godzilla greenday icecream jeanette kathleen lionking margaret mariposa marlboro
    mercedes monopoly nicholas penelope phoenix1 remember samantha scarlett snickers snoopdog
    spitfire starwars stingray valentine veronica warriors zeppelin abcd1234 asdfasdf asdfghjk
    babydoll beatrice bluefish bullshit business california carebear catalina catherine champion
    chelsea1 chester1 christian colorado columbia commander creative danielle dickhead dragonfly
    electric excalibur francesco francine francois fuckface goldfish gretchen harrison idontknow
    jordan23 kangaroo kimberly lawrence liverpool marathon michael1 midnight montreal nirvana1
    notebook patricia pinkfloyd predator reynolds ricardo1 roadrunner robinhood rocknroll sapphire
    skywalker smashing snowflake strawberry sundance superfly swimming teddybear thursday warcraft
    williams woofwoof wrangler 11111111 88888888 airborne anderson andromeda anything applepie
    aquarius asdf1234 bernardo birthday blackjack blueeyes brewster butterfly calendar campbell
    catwoman chris123 christmas christopher clueless confused corvette crusader cunningham
    darkstar december deeznuts director dominique dontknow downtown dutchess enterprise ferguson
    fireball florida1 flowerpot freebird froggies germany1 halloween hamilton happy123 happyday
    hardcore heather1 heather2 hedgehog hello123 hellohello heythere highland hongkong indonesia
    isabelle jamesbond jeffrey1 justdoit katerina kittycat kristine lonestar longhorn management
    marielle marshall meatloaf michigan microsoft millenium moonbeam morpheus motorola munchkin
    mustang1 napoleon national newyork1 nintendo patriots peterpan phillips precious qwerty12
    qwertyui rachelle redskins renegade revolution richard1 richards richmond rootbeer ruthless
    saturday scoobydoo scooter1 scorpion september skipper1 stargate starlight stranger superstar
    sweetpea swordfish tacobell thankyou thompson thrasher tinkerbell treasure trombone ultimate
    vacation vincent1 virginia whocares william1 winniethepooh wolfgang wolverine xxxxxxxx
    yogibear 00000000 1234qwer 99999999 anaconda apollo13 blizzard cardinal carolina chandler
    charlie1 chiquita chocolat courtney dolphins fearless guinness lorraine nebraska portland
    softball stephani valentin babygirl 987654321 spongebob princesa iloveyou1 iloveyou2 fuckyou1
    blessing blahblah blink182 passw0rd iloveyou! ilovegod football1 emmanuel 1q2w3e4r spiderman
    simpsons november brooklyn darkness pineapple 1qaz2wsx drowssap monkey12 wordpass q1w2e3r4
    coolness 11235813 something alexandra estrella princess1 alejandro brittany alejandra tequiero
    fernando cristina babygurl mahalkita gabriela pictures hellokitty babygirl1 angelica inuyasha
    sebastian 0123456789 barcelona slipknot cutiepie 789456123 portugal volleyball cristian
    chrisbrown lollipop qwertyuiop harrypotter ihateyou christine johncena lovelove metallica
    myspace1 babyblue fernanda westlife slideshow asdfghjkl santiago sweetheart 12345678910
    leonardo sexygirl anthony1 skittles colombia christina teiubesc 147258369 francisco amorcito
    angelito manchester linkinpark bestfriend sporting truelove savannah scotland ilovehim
    estrellita brandon1 loverboy 999999999 westside mauricio preciosa shopping isabella martinez
    friendster valentina fuckyou2 sunshine1 gangster darkangel bettyboop jessica1 cheyenne
    bestfriends daddysgirl billabong buttercup zacefron tokiohotel bubblegum lollypop sexybitch
    hotstuff babylove angelina playgirl milagros margarita undertaker capricorn cheerleader
    password2 matthew1 carlitos michelle1 cinderella jesuschrist ilovejesus tazmania princesita
    jesucristo lipgloss 741852963 hernandez pussycat gorgeous panthers hollywood kristina sexymama
    scarface 0987654321 jeremiah butterfly1 madalina anamaria jasmine1 bubbles1 diamonds
    friendship sweetness february 87654321 twilight imissyou 147852369 123123123 babyface
    cassandra ncc1701d kingfish babylon5 porsche911 training alexandr challenge coltrane fountain
    gabriell grateful metallic ncc1701e republic research broadway acropolis blowfish cannondale
    cordelia database deadhead feedback gargoyle intrepid johanna1 mortimer overkill prometheus
    rastafarian robotech salasana scarecrow temporal terminal thejudge valhalla windsurf xcountry
    bismillah madeline sterling aardvark aerobics allstate altamira asdf;lkj assmunch barnyard
    bluejean chainsaw chameleon chouette clarkson concorde coolbean cornflake crescent daedalus
    dillweed fairview fishhead flanders frederic front242 frontier gammaphi garfunkel gateway2
    gilgamesh hawkeye1 hydrogen instructor integral jeepster justice4 kalamazoo laserjet loislane
    makeitso mattingly mechanic mobydick montana3 montrose neutrino newaccount nicklaus nightshade
    nightwing obsession paradigm phialpha pianoman pipeline printing provider redcloud robotics
    rossignol schnapps services shanghai sigmachi signature sprocket starbuck student2 tazdevil
    testtest thisisit tightend transfer transport webmaster whoville 21122112 changeit christia
    christoph classroom macintosh politics property jethrotull geronimo waterloo chinacat histoire
    thelorax good-luck homebrew zhongguo sample123 informix majordomo !@#$%^&* raistlin sidekick
    hallowell hosehead lissabon morecats performa newcourt
    """
}

extension UInt8 {
  /// The byte, as a small letter where it is an ASCII capital one.
  var asciiLowercased: UInt8 {
    switch self {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): self + 0x20
    default: self
    }
  }
}
