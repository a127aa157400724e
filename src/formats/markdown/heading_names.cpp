#include "formats/markdown/heading_names.hpp"

#include <algorithm>
#include <cctype>

#include "base/text.hpp"

namespace handoff::formats::markdown {

namespace {

struct Names {
  std::string_view field;
  std::string_view headings;  ///< small letters, one beside the other between bars
};

/// Words that name the section and nothing else: what is only near stays context, which is shown.
constexpr std::array<Names, 6> kNames = {{
    {"next_action",
     "|nächste schritte|nächster schritt|als nächstes|nächste aktion"
     "|prochaines étapes|prochaine étape|étapes suivantes|étape suivante|prochaine action"
     "|próximos pasos|próximo paso|siguientes pasos|siguiente paso|próxima acción"
     "|próximos passos|próximo passo|próximas etapas|próxima ação"
     "|prossimi passi|prossimo passo|volgende stappen|volgende stap"
     "|следующие шаги|следующий шаг|дальнейшие шаги"
     "|下一步|下一步行动|下一步计划|下一步工作|下一步操作|下一步建议|后续步骤|后续工作|后续计划|"
     "接下来|接下来要做的"
     "|下一步行動|下一步計劃|後續步驟|後續工作|接下來"
     "|次のステップ|次のアクション|次の作業|次にやること|次にすること|次回やること|次回の作業|"
     "次の一手"
     "|다음 단계|다음 작업|다음 할 일|"},
    {"remaining_tasks",
     "|offene aufgaben|verbleibende aufgaben|offene punkte|noch zu tun|zu tun|noch offen"
     "|tâches restantes|reste à faire|à faire|travail restant"
     "|tareas pendientes|tareas restantes|pendientes|pendiente|por hacer|trabajo pendiente"
     "|tarefas pendentes|tarefas restantes|pendências|pendente|a fazer"
     "|attività rimanenti|da fare|nog te doen|openstaande taken"
     "|осталось сделать|оставшиеся задачи|что осталось"
     "|待办|待办事项|待办任务|未完成|未完成任务|未完成的任务|未完成工作|剩余任务|剩余工作|待完成|"
     "待完成任务|待做"
     "|待辦|待辦事項|未完成任務|剩餘任務|剩餘工作"
     "|残タスク|残りのタスク|残作業|残りの作業|未完了|未完了タスク|未完了のタスク|やること"
     "|남은 작업|남은 일|할 일|미완료|미완료 작업|"},
    {"completed_tasks",
     "|erledigt|erledigte aufgaben|abgeschlossen|abgeschlossene aufgaben|bereits erledigt"
     "|terminé|tâches terminées|travail terminé|travail effectué|déjà fait"
     "|completado|tareas completadas|trabajo completado|hecho"
     "|concluído|tarefas concluídas|trabalho concluído|feito"
     "|completato|attività completate|voltooid|afgerond"
     "|сделано|выполнено|что сделано"
     "|已完成|已完成任务|已完成工作|已完成的工作|已完成的任务|已完成事项|完成情况|已完成任務|"
     "已完成事項"
     "|完了|完了したタスク|完了した作業|完了タスク|実施済み|実施した作業|やったこと"
     "|완료|완료됨|완료된 작업|완료 작업|"},
    {"decisions",
     "|entscheidungen|getroffene entscheidungen|wichtige entscheidungen"
     "|décisions|décisions prises|décisions clés|decisiones|decisiones tomadas|decisiones clave"
     "|decisões|decisões tomadas|decisioni|decisioni prese|beslissingen"
     "|решения|принятые решения|ключевые решения"
     "|决策|决定|关键决策|重要决策|设计决策|技术决策|关键决定|已做决策|決策|決定|關鍵決策"
     "|決定事項|設計判断|主要な決定|重要な決定|意思決定"
     "|결정|결정 사항|주요 결정|"},
    {"blockers",
     "|hindernisse|blockiert|blockaden|blocages|points bloquants|bloqueos|bloqueadores|bloqueios"
     "|impedimentos|blocchi|blokkades|блокеры"
     "|阻塞|阻塞项|阻塞点|阻塞问题|阻碍|当前阻塞|阻塞項|阻礙"
     "|ブロッカー|ブロック要因|ブロック中|블로커|차단 요소|"},
    {"open_questions",
     "|offene fragen|questions ouvertes|questions en suspens|preguntas abiertas"
     "|perguntas em aberto|questões em aberto|domande aperte|open vragen|открытые вопросы"
     "|待确认|待确认问题|待解决问题|未决问题|开放问题|待確認|待解決問題"
     "|未解決の質問|未解決事項|未決事項|要確認|要確認事項|미해결 질문|미결 사항|열린 질문|"},
}};

/// Small letters, of Latin and Cyrillic script.
std::string small_letters(std::string text) {
  text = to_lower(text);
  for (size_t i = 0; i + 1 < text.size(); ++i) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const auto byte = static_cast<unsigned char>(text[i + 1]);
    if ((lead == 0xC3 && byte >= 0x80 && byte <= 0x9E && byte != 0x97) ||
        (lead == 0xD0 && byte >= 0x90 && byte <= 0x9F)) {
      text[i + 1] = static_cast<char>(byte + 0x20);
    } else if (lead == 0xD0 && byte >= 0xA0 && byte <= 0xAF) {
      text[i] = static_cast<char>(0xD1);
      text[i + 1] = static_cast<char>(byte - 0x20);
    }
  }
  return text;
}

/// Numbers, emoji and other ornaments in front of the words: "3. ", "\u4E09\u3001", an arrow.
size_t ornaments_of(std::string_view text) {
  constexpr std::string_view kNumbers = "一二三四五六七八九十";
  size_t at = 0;
  while (at < text.size()) {
    const auto lead = static_cast<unsigned char>(text[at]);
    const bool emoji = lead >= 0xF0 || lead == 0xE2 || text.substr(at).starts_with("\uFE0F");
    if (std::isalpha(lead) != 0 || (lead >= 0xC0 && !emoji))
      break;
    at += emoji ? (lead >= 0xF0 ? 4 : 3) : 1;
  }
  at = std::min(at, text.size());
  size_t end = at;
  while (end + 3 <= text.size() && kNumbers.find(text.substr(end, 3)) != std::string::npos)
    end += 3;
  return end > at && text.substr(end).starts_with("\u3001") ? end + 3 : at;
}

}  // namespace

std::string heading_key(std::string text) {
  text = replace_all(replace_all(small_letters(std::move(text)), "_", " "), "*", "");
  text = trim(text.substr(ornaments_of(text)));
  for (std::string_view remark : kRemarks)
    text.resize(std::min(text.find(remark), text.size()));
  for (bool cut = true; cut;) {
    cut = false;
    for (std::string_view end : {":", ".", " ", "\uFF1A", "\u3002"})
      if (text.ends_with(end)) {
        text.resize(text.size() - end.size());
        cut = true;
      }
  }
  return text;
}

std::string_view field_in_other_language(std::string_view key) {
  if (key.empty() || key.find('|') != std::string_view::npos)
    return {};
  const std::string between = "|" + std::string(key) + "|";
  for (const Names& names : kNames)
    if (names.headings.find(between) != std::string_view::npos)
      return names.field;
  return {};
}

}  // namespace handoff::formats::markdown
