WITH _1 AS (
  SELECT f."login_date" AS "d1", f."channel" AS "d4", f."player_id" AS "d11", sum(f."minutes") AS "p2"
  FROM "login_day" AS f
  GROUP BY 1, 2, 3
),
_top_ranked AS (
  SELECT "d4", sum("p2") AS "p2"
  FROM _1
  GROUP BY 1
),
_top AS MATERIALIZED (
  SELECT r."d4", TRUE AS "_first"
  FROM (
    SELECT "d4", coalesce("p2", 0) AS "p2"
    FROM _top_ranked
  ) AS r
  ORDER BY r."p2" DESC NULLS LAST, r."d4" ASC NULLS LAST
  LIMIT 1
),
_rows AS MATERIALIZED (
  SELECT _1."d1" AS "d1", CASE WHEN _top."_first" THEN _1."d4" END AS "d4", NOT coalesce(_top."_first", FALSE) AS "_other", _1."d11" AS "d11", sum("p2") AS "p2"
  FROM _1 LEFT JOIN _top ON _top."d4" IS NOT DISTINCT FROM _1."d4"
  GROUP BY 1, 2, 3, 4
),
_levels_1 AS (
  SELECT "d1", sum("p2") AS "p2"
  FROM _rows
  GROUP BY 1
),
_levels_2 AS (
  SELECT "d1", "d4", "_other", sum("p2") AS "p2"
  FROM _rows
  GROUP BY 1, 2, 3
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", NULL AS "d4", FALSE AS "_other", NULL AS "d11", sum("p2") AS "p2"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d1", NULL AS "d4", FALSE AS "_other", NULL AS "d11", "p2"
  FROM _levels_1
  UNION ALL
  SELECT 2 AS "_level", "d1", "d4", "_other", NULL AS "d11", "p2"
  FROM _levels_2
  UNION ALL
  SELECT 3 AS "_level", "d1", "d4", "_other", "d11", "p2"
  FROM _rows
)
SELECT r."d1", r."d4", r."d11", r."p2", r."p2_share", r."_level", r."_other"
FROM (
  SELECT r.*, max(CASE WHEN r."_level" = 1 THEN r."p2" END) OVER (PARTITION BY r."d1") AS "_1_p2", max(CASE WHEN r."_level" = 2 THEN r."p2" END) OVER (PARTITION BY r."d1", r."d4", r."_other") AS "_2_p2"
  FROM (
    SELECT r.*, r."p2" / nullif(whole."p2", 0) AS "p2_share"
    FROM (
      SELECT "_level", "d1", "d4", "_other", "d11", coalesce("p2", 0) AS "p2"
      FROM _levels
    ) AS r
    CROSS JOIN (
      SELECT "p2"
      FROM _levels
      WHERE "_level" = 0
    ) AS whole
  ) AS r
) AS r
ORDER BY r."_level" = 0 DESC, r."_1_p2" DESC NULLS LAST, r."d1" ASC NULLS LAST, r."_level" > 1, r."_other", r."_2_p2" DESC NULLS LAST, r."d4" ASC NULLS LAST, r."_level" > 2, r."p2" DESC NULLS LAST, r."d11" ASC NULLS LAST
LIMIT 100002
