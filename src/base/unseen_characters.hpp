#pragma once

#include "base/character_ranges.hpp"

namespace handoff {

/// Characters that show nothing, or change how their neighbours are shown (steers_display()).
/// From the Unicode database 17.0: general categories Cc, Zl, Zp, and Cf less
/// Prepended_Concatenation_Mark, which is seen; and Default_Ignorable_Code_Point, with what is kept
/// for it and not assigned.
inline constexpr CharacterRange kUnseen[] = {
    {0x0, 0x1F},        {0x7F, 0x9F},       {0xAD, 0xAD},       {0x34F, 0x34F},
    {0x61C, 0x61C},     {0x115F, 0x1160},   {0x17B4, 0x17B5},   {0x180B, 0x180F},
    {0x200B, 0x200F},   {0x2028, 0x202E},   {0x2060, 0x206F},   {0x3164, 0x3164},
    {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFFB},
    {0x13430, 0x1343F}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF}};

}  // namespace handoff
